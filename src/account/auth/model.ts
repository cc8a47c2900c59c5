import { Kind, Type, TypeRegistry } from "@sinclair/typebox";
import type { Static } from "elysia";
import { ClosedObject, Timestamp, WholeNumber } from "~/http/request/fields";
import { PublicId } from "~/http/request/public-id";
import { normalizeDisplayName } from "./display-name";
import { normalizeEmail } from "./email";
import { passwordProblem } from "./password-policy";

const isText = (value: unknown): value is string => typeof value === "string";

TypeRegistry.Set(
  "AccountEmail",
  (_, value) => isText(value) && normalizeEmail(value) !== undefined,
);
TypeRegistry.Set(
  "AccountDisplayName",
  (_, value) => isText(value) && normalizeDisplayName(value) !== undefined,
);
TypeRegistry.Set(
  "AccountPassword",
  (_, value) => isText(value) && passwordProblem(value, undefined) === undefined,
);

const Checked = (kind: string, options: object) =>
  Type.Unsafe<string>({ ...options, [Kind]: kind, type: "string" });

/** Field names are checked too: a key more is refused (S11). No example of a password anywhere. */
export const RegisterBody = ClosedObject({
  email: Checked("AccountEmail", {
    description: "ASCII; upper and lower case are the same",
    expected: "an email address in ASCII of at most 254 characters, 64 before the @",
    documented: {
      minLength: 3,
      maxLength: 254,
      pattern: "^ *[!-?A-~]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})* *$",
      examples: ["mara@example.org"],
    },
  }),
  password: Checked("AccountPassword", {
    description:
      "8 to 128 characters after NFKC; no repeated character, no plain run, not the email",
    expected: "8 to 128 characters, neither one repeated character nor a plain run",
    documented: {
      format: "password",
      minLength: 8,
      maxLength: 128,
      pattern: "^(?!([\\s\\S])\\1*$)[^\\u0000]*$",
    },
  }),
  display_name: Checked("AccountDisplayName", {
    description: "Shows something and hides nothing: no control, filler or zero-width characters",
    expected: "1 to 80 characters that can be seen, without control characters",
    documented: { minLength: 1, maxLength: 80, examples: ["Mara"] },
  }),
});

/** Any text will do: what cannot be an email or a password is a wrong one (M56). */
export const LoginBody = ClosedObject({
  email: Type.String({ documented: { examples: ["mara@example.org"] } }),
  password: Type.String({ documented: { format: "password" } }),
});
export type Credentials = Static<typeof LoginBody>;

/** What register and login answer (M57); the names are those of OAuth 2. */
export const TokenOut = Type.Object({
  access_token: Type.String({ description: "Send it as Authorization: Bearer" }),
  token_type: Type.Literal("bearer"),
  expires_in: WholeNumber({ description: "Seconds" }),
});
export type TokenOut = Static<typeof TokenOut>;

/** An account as its owner sees it (M54). */
export const Account = Type.Object({
  id: PublicId("user"),
  email: Type.String(),
  display_name: Type.String(),
  created_at: Timestamp(),
});
export type Account = Static<typeof Account>;
