import { isIP } from "node:net";

/** The part of a server that knows the address of a client; Elysia's `server` fits. */
export type Peers = { requestIP(request: Request): { address: string } | null } | null;

/** Clients without a known address share one name, so that limits apply to them. */
const unknown = "unknown";

const mapped = /^::ffff:([0-9.]+)$/i;

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [head = "", tail] = hostname.slice(1, -1).split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  return [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
}

function embeddedIpv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return undefined;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join(".");
}

/**
 * What a client is counted by: its IPv4 address, or the /64 network of its IPv6 address, because one
 * customer has all of that network. Undefined when the text is no address.
 */
export function networkOf(address: string): string | undefined {
  const version = isIP(address);
  if (version === 4) return address;
  const ipv4 = mapped.exec(address)?.[1];
  if (version !== 6 || ipv4 !== undefined) return ipv4;
  const groups = groupsOf(address.replace(/%.*$/, ""));
  return embeddedIpv4(groups) ?? `${groups.slice(0, 4).join(":")}::/64`;
}

/** An entry of X-Forwarded-For, to which some proxies add brackets and a port. */
function forwarded(entry: string): string | undefined {
  const [, bracketed, ipv4] = /^(?:\[(.+)\]|([0-9.]+))(?::[0-9]+)?$/.exec(entry) ?? [];
  return networkOf(bracketed ?? ipv4 ?? entry);
}

/**
 * The network that a request comes from. With n trusted proxies it is the n-th entry from the right of
 * X-Forwarded-For, which the outermost proxy wrote; entries that the client forged are further left.
 * Without a valid entry it is the address of the connection.
 */
export function clientNetwork(request: Request, server: Peers, trustedProxies: number): string {
  if (trustedProxies > 0) {
    const entries = request.headers.get("x-forwarded-for")?.split(",") ?? [];
    const network = forwarded(entries.at(-trustedProxies)?.trim() ?? "");
    if (network !== undefined) return network;
  }
  const address = server?.requestIP(request)?.address;
  return (address === undefined ? undefined : networkOf(address)) ?? unknown;
}
