import { Kind, type Static, Type, TypeRegistry } from "@sinclair/typebox";
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

const emailExamples = ["mara@example.org"];
const passwordExamples = ["a long phrase of your own"];
const displayNameExamples = ["Mara"];

export const RegisterBody = ClosedObject(
  {
    email: Checked("AccountEmail", {
      description: "ASCII; upper and lower case are the same",
      expected: "an email address in ASCII of at most 254 characters, 64 before the @",
      documented: {
        minLength: 3,
        maxLength: 254,
        pattern: "^ *[!-?A-~]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63})* *$",
        examples: emailExamples,
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
        examples: passwordExamples,
      },
    }),
    display_name: Checked("AccountDisplayName", {
      description: "1 to 80 visible characters: no control, filler or zero-width characters",
      expected: "1 to 80 characters that can be seen, without control characters",
      documented: { minLength: 1, maxLength: 80, examples: displayNameExamples },
    }),
  },
  { $id: "RegisterBody", description: "The account to create" },
);
export type Registration = Static<typeof RegisterBody>;

/** Any text is valid: one that cannot be an email or a password is answered like a wrong one. */
export const LoginBody = ClosedObject(
  {
    email: Type.String({
      description: "The email of the account, in upper or lower case",
      documented: { examples: emailExamples },
    }),
    password: Type.String({
      description: "The password of the account",
      documented: { format: "password", examples: passwordExamples },
    }),
  },
  { $id: "LoginBody", description: "The credentials of an account" },
);
export type Credentials = Static<typeof LoginBody>;

/** The response of register and login; the field names are those of OAuth 2. */
export const TokenOut = Type.Object(
  {
    access_token: Type.String({
      description: "Send it as Authorization: Bearer <token>",
      examples: ["eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2lnbmF0dXJl"],
    }),
    token_type: Type.Literal("bearer", { description: "Always bearer" }),
    expires_in: WholeNumber({
      description: "Seconds until the token expires",
      examples: [604_800],
    }),
  },
  { $id: "TokenOut", description: "An access token" },
);
export type TokenOut = Static<typeof TokenOut>;

export const Account = Type.Object(
  {
    id: PublicId("user", { description: "Id of the account" }),
    email: Type.String({ description: "In lower case", examples: emailExamples }),
    display_name: Type.String({
      description: "The name to show, as registered",
      examples: displayNameExamples,
    }),
    created_at: Timestamp({ description: "When the account was created" }),
  },
  { $id: "Account", description: "An account as its owner sees it" },
);
export type Account = Static<typeof Account>;
