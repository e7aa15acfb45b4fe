import type { Context } from "../context.ts";
import type { Throttle, Use } from "../limits/rate_limit.ts";
import { asFault, asRefusal } from "../wires/failure.ts";

/** Does the work of a call. If it fails by our own fault, it does not count against its caller's rate limits. */
export async function fairly<Given extends Pick<Context, "throttle">, Value>(
  context: Given,
  work: (context: Given) => Promise<Value>,
): Promise<Value> {
  const { throttle } = context;
  const used = new Set<Use>();
  const use: Throttle["use"] = async (...uses) => {
    await throttle.use(...uses);
    for (const one of uses) used.add(one);
  };
  const giveBack: Throttle["giveBack"] = async (...uses) => {
    await throttle.giveBack(...uses);
    for (const one of uses) used.delete(one);
  };
  try {
    return await work({ ...context, throttle: { ...throttle, use, giveBack } });
  } catch (error) {
    if ((asRefusal(error) ?? asFault(error)).isFault) await throttle.giveBack(...used);
    throw error;
  }
}
