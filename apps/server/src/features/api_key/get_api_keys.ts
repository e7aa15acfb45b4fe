import { api_key } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { asApiKey, managed } from "./api_key.ts";

export const get_api_keys = handler(api_key.get_api_keys, async ({ db, member }, { start, limit }) => {
  const where = managed(member);
  const [rows, count] = await Promise.all([
    db.apiKey.findMany({ where, orderBy: [{ creation: "desc" }, { name: "desc" }], skip: start, take: limit }),
    db.apiKey.count({ where }),
  ]);
  return { api_keys: rows.map(asApiKey), count };
});
