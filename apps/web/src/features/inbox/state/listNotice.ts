import { NetworkFailure, Refused } from "../../../data/api.ts";
import { connectionTexts } from "../../../data/texts/connection.ts";
import { inboxNoticeWords, inboxTexts } from "../texts.ts";

/** What to show for a list that could not be loaded; undefined: nothing, quietly (I71-I76, P91, P143). */
export function listNotice(failure: unknown): string | undefined {
  if (failure instanceof NetworkFailure) return connectionTexts.networkError;
  if (!(failure instanceof Refused)) return inboxTexts.listUnexpected;
  const text = failure.text ?? inboxTexts.listFailed;
  return inboxNoticeWords.some((word) => text.toLowerCase().includes(word)) ? text : undefined;
}
