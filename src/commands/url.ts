/** A wildcard address is reached as the loopback one; IPv6 stands in brackets. */
function hostInUrl(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Where a service that listens on this host and port is reached from the same machine. */
export const urlOf = (host: string, port: number | undefined): string =>
  `http://${hostInUrl(host)}:${port}`;
