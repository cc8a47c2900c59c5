import type { PasswordOptions } from "~/account/auth/password";
import { type AccountOptions, accountRoutes } from "~/account/routes";
import { type TestService, testService } from "../support/service";

export const secret = "a test's own signing key, long enough for HS256";

/** Hashing that costs next to nothing, for tests that do not look at hashes. */
const cheap: PasswordOptions = { cost: { memoryCost: 64, timeCost: 1 }, queue: 1_000 };

type Options = Partial<Omit<AccountOptions, "db" | "log">> & {
  /** A database that exists already; another service over it is one. */
  database?: Pick<TestService, "driver">;
};

export type AccountService = Awaited<ReturnType<typeof accountService>>;

/** The account routes as the service serves them. */
export async function accountService({ database, ...options }: Options = {}) {
  const service = await testService({
    ...(database && { database }),
    routes: (given) =>
      accountRoutes({
        passwords: cheap,
        secretKey: { current: secret, previous: [] },
        tokenTtlSeconds: 604_800,
        ...options,
        ...given,
      }),
  });

  /** Registers an account and returns its token. */
  async function member(email: string, password = "a good password"): Promise<string> {
    const { status, body } = await service.post<{ access_token: string }>("/auth/register", {
      email,
      password,
      display_name: "Mara",
    });
    if (status !== 201) throw new Error(`register: ${status}`);
    return body.access_token;
  }

  return { ...service, member };
}
