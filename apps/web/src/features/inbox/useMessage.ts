import { contracts } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { call, Refused } from "../../api.ts";
import { toItem } from "./message.ts";

const text = (value: unknown) => (typeof value === "string" ? value : "");

async function fetchMessage(name: string) {
  const { docs } = await call(contracts.load.getdoc, { doctype: "Customer Inbox", name });
  const doc = docs[0];
  if (doc === undefined) throw new Refused({ status: 404, ok: false, body: undefined });
  return { ...toItem(doc), content: text(doc.content), visibility: text(doc.visibility) };
}

/** One whole message. It never changes, so it is asked for once. */
export const useMessage = (name: string) =>
  useQuery({ queryKey: ["message", name], queryFn: () => fetchMessage(name), staleTime: Number.POSITIVE_INFINITY });
