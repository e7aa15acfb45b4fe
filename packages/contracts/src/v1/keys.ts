import * as z from "zod/mini";
import { restCall } from "../wire.ts";

export const keys = {
  remove_self: restCall("DELETE", "/api/v1/keys/self", {
    summary: "Revoke this key",
    description: "Revokes the key that the request comes with. It always may.",
    scope: null,
    plan: false,
    input: z.strictObject({}),
    output: z.void(),
  }),
};
