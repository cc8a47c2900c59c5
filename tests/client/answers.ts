import { createClient } from "../../client/src/index";

type Given = Response | Error | ((request: Request) => Response | Promise<Response>);

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers });

/** The body of an error of the service. */
export const refusal = (code: string, others: object = {}) => ({
  error: { code, message: code, ...others },
});

/** A client that gets these answers one after the other, the last one again and again. */
export function clientOf(...answers: Given[]) {
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const given = answers[Math.min(requests.length, answers.length - 1)];
    requests.push(request);
    if (given instanceof Error) throw given;
    if (given instanceof Response) return given.clone() as Response;
    return (await given?.(request)) ?? Response.error();
  };
  const client = createClient({ base_url: "http://catalog.test/", token: "secret", fetch });
  /** What was asked, as method, path and query. */
  const asked = () =>
    requests.map(
      ({ method, url }) => `${method} ${url.slice("http://catalog.test/api/v1".length)}`,
    );
  return { client, requests, asked };
}
