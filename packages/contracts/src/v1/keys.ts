import * as z from "zod/mini";
import { rest } from "../wire.ts";

export const keys = {
  remove_self: rest.remove("/api/v1/keys/self", {
    summary: "Revoke this key",
    description: "Revokes the key that the request is made with.",
    scope: null,
    plan: false,
    causes: "api_key.revoked",
    input: z.strictObject({}),
    output: z.void(),
  }),
};
