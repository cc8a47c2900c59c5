const key = "operator-token";

/** A refusal of the API, in its own words. */
export class Refused extends Error {
  constructor(status, { code, message, details = [], retry_after }) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retry_after;
  }
}

/** The operator token lives in this tab and goes to this service alone, in a header. */
export const token = {
  get: () => sessionStorage.getItem(key),
  set: (value) => sessionStorage.setItem(key, value),
  forget: () => sessionStorage.removeItem(key),
};

const refusalOf = async (response) => {
  const body = await response.json().catch(() => ({}));
  const error = body.error ?? { message: `The service answered with status ${response.status}.` };
  return new Refused(response.status, error);
};

const send = async (path, { method = "GET", body, signal } = {}) => {
  const headers = { authorization: `Bearer ${token.get()}` };
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(`/api/v1/admin${path}`, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
    cache: "no-store",
    credentials: "omit",
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
};

/** The answer to a call of the operator's API; throws Refused, and TypeError when nobody answers. */
export const call = async (path, options) => (await send(path, options)).json();

/** The events of a stream, by fetch: an EventSource could not send the token in a header. */
export async function* events(path, signal) {
  const response = await send(path, { signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const data = part.split("\n").find((line) => line.startsWith("data: "));
      if (data) yield JSON.parse(data.slice(6));
    }
  }
}
