export type DownloadLimits = {
  /** Bytes as they are sent. */
  max_bytes: number;
  /** For all of it, redirects included. */
  timeout_ms: number;
};

/** A file that cannot be fetched. The message is made for the operator. */
export class DownloadFailed extends Error {
  override readonly name = "DownloadFailed";
}

const REDIRECTS = 5;

/** A URL as it may be shown: without user, password and query. */
export function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/**
 * The bytes behind a URL of http or https, in pieces, such as one of the provider's daily files of ids. Follows
 * up to five redirects. Throws DownloadFailed for another status, for too many bytes, or when it takes too long.
 */
export async function* downloaded(url: string, limits: DownloadLimits): AsyncGenerator<Uint8Array> {
  const signal = AbortSignal.timeout(limits.timeout_ms);
  try {
    const response = await follow(url, signal);
    let length = 0;
    for await (const piece of response.body ?? []) {
      length += piece.length;
      if (length > limits.max_bytes) {
        throw new DownloadFailed(`${withoutSecrets(url)} has more than ${limits.max_bytes} bytes.`);
      }
      yield piece;
    }
  } catch (error) {
    if (error instanceof DownloadFailed) throw error;
    const reason = signal.aborted
      ? `took longer than ${limits.timeout_ms / 1_000} s`
      : "could not be reached, or broke off";
    throw new DownloadFailed(`${withoutSecrets(url)} ${reason}.`);
  }
}

async function follow(start: string, signal: AbortSignal): Promise<Response> {
  let url = start;
  for (let redirects = 0; redirects <= REDIRECTS; redirects += 1) {
    if (!/^https?:$/.test(new URL(url).protocol)) {
      throw new DownloadFailed(
        `${withoutSecrets(start)} leads to an address that is not http or https.`,
      );
    }
    const response = await fetch(url, { redirect: "manual", signal });
    const location = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      url = new URL(location, url).href;
      continue;
    }
    if (response.ok) return response;
    throw new DownloadFailed(`${withoutSecrets(start)} answered with status ${response.status}.`);
  }
  throw new DownloadFailed(`${withoutSecrets(start)} leads to more than ${REDIRECTS} redirects.`);
}
