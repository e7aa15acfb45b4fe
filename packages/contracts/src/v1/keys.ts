import * as z from "zod/mini";
import { restCall } from "../wire.ts";

export const keys = {
  remove_self: restCall("DELETE", "/api/v1/keys/self", {
    summary: "Revoke this key",
    description: "Revokes the key that the request is made with.",
    scope: null,
    plan: false,
    input: z.strictObject({}),
    output: z.void(),
  }),
};
