import * as z from "zod/mini";
import { emailAddress } from "./address.ts";
import { givenPassword } from "./password.ts";
import { get, methods, platform, post } from "./wire.ts";

export const roles = ["Administrator", "Member"] as const;
export const Role = z.enum(roles);
export type Role = z.infer<typeof Role>;
/** A role as answers name it: they may call an Administrator Admin (requirement P50). */
export const AnsweredRole = z.pipe(
  z.transform((role: Role | "Admin") => (role === "Admin" ? "Administrator" : role)),
  Role,
);

export const guest = "Guest";

export const Credentials = z.object({
  usr: emailAddress,
  pwd: givenPassword,
});

/** What the browser keeps of the person who logged in (requirement L07). */
export const StoredUser = z.object({ name: z.string(), full_name: z.string(), email: z.string() });
export type StoredUser = z.infer<typeof StoredUser>;

export const session = {
  ...methods("", {
    /** Sets the session cookie. Known and unknown accounts are refused alike (threat 32). */
    login: post({
      access: "Guest",
      input: Credentials,
      output: z.object({ message: z.string(), full_name: z.string(), email: z.string() }),
      bare: true,
    }),
    /** Ends the session of the cookie, if there is one. */
    logout: post({ access: "Guest", input: z.object({}), output: z.object({}), bare: true }),
  }),
  ...methods(`${platform}.auth`, {
    /** The caller's user id, or Guest. */
    get_logged_user: get({ access: "Guest", input: z.object({}), output: z.string() }),
  }),
};

export const sessionTexts = {
  wrongCredentials: "Invalid email or password",
  inactive: "Your account is inactive. Please contact your administrator.",
} as const;
