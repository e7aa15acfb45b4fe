import { resources } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { revokeKey } from "../../features/api_key/api_key.ts";

export const remove_self = handler(resources.keys.remove_self, (context) =>
  revokeKey(context, { name: context.key.name }),
);
