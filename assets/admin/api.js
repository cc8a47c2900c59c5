const key = "operator-token";

/** An error response of the API. */
export class ApiError extends Error {
  constructor(status, { code, message, details = [], retry_after }) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retry_after;
  }
}

/** The operator token. It stays in this tab and is sent to this service only, in a header. */
export const token = {
  get: () => sessionStorage.getItem(key),
  set: (value) => sessionStorage.setItem(key, value),
  forget: () => sessionStorage.removeItem(key),
};

const errorOf = async (response) => {
  const body = await response.json().catch(() => ({}));
  const error = body.error ?? { message: `The service answered with status ${response.status}.` };
  return new ApiError(response.status, error);
};

const send = async (path, { method = "GET", body, signal } = {}) => {
  const headers = { authorization: `Bearer ${token.get()}` };
  if (body !== undefined) {
    headers["content-type"] = body instanceof Blob ? "text/plain" : "application/json";
  }
  const response = await fetch(`/api/v1/admin${path}`, {
    method,
    headers,
    body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    signal,
    cache: "no-store",
    credentials: "omit",
  });
  if (!response.ok) throw await errorOf(response);
  return response;
};

/** The response of an operator route; throws ApiError, or TypeError when the service cannot be reached. */
export const call = async (path, options) => (await send(path, options)).json();

/** Sends a file to an operator route. The service tells formats apart by the content, not by the type. */
export const upload = (path, file) => call(path, { method: "POST", body: file.slice() });

/** The events of a stream. Uses fetch, because EventSource cannot send the token in a header. */
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
