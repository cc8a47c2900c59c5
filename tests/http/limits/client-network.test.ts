import { describe, expect, test } from "bun:test";
import { clientNetwork, networkOf } from "~/http/limits/client-network";

describe("networkOf", () => {
  test.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:192.0.2.7", "192.0.2.7"],
    ["::ffff:c000:207", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["1:2:3:4:5:6:192.0.2.7", "1:2:3:4::/64"],
  ])("T4: %s is known as %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test.each(["", "unknown", "192.0.2", "192.0.2.256", "1:2", "192.0.2.7:80", "/run/socket"])(
    "%p is no address",
    (address) => {
      expect(networkOf(address)).toBeUndefined();
    },
  );
});

describe("clientNetwork", () => {
  const server = { requestIP: () => ({ address: "::ffff:198.51.100.1" }) };
  const network = (header: string | undefined, trustedProxies: number) => {
    const headers: Record<string, string> =
      header === undefined ? {} : { "x-forwarded-for": header };
    return clientNetwork(new Request("http://a.test", { headers }), server, trustedProxies);
  };
  const peer = "198.51.100.1";

  test.each([
    [0, "192.0.2.7", peer],
    [1, "6.6.6.6, 192.0.2.7", "192.0.2.7"],
    [2, "6.6.6.6, 192.0.2.7, 10.0.0.1", "192.0.2.7"],
    [1, " 192.0.2.7:4711 ", "192.0.2.7"],
    [1, "[2001:db8:1:2::9]:4711", "2001:db8:1:2::/64"],
    [1, "2001:db8:1:2::9", "2001:db8:1:2::/64"],
    [3, "6.6.6.6, 192.0.2.7", peer],
    [1, "192.0.2.7, unknown", peer],
    [1, undefined, peer],
    [1, "", peer],
  ])("S22: with %p trusted proxies %p is from %s", (trusted, header, expected) => {
    expect(network(header, trusted)).toBe(expected);
  });

  test("clients without an address share one name", () => {
    expect(clientNetwork(new Request("http://a.test"), null, 0)).toBe("unknown");
    expect(clientNetwork(new Request("http://a.test"), { requestIP: () => null }, 0)).toBe(
      "unknown",
    );
  });
});
