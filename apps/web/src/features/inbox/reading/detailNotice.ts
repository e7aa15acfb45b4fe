import { Refused } from "../../../data/api.ts";
import { inboxTexts } from "../texts.ts";

/** A refused message has one text whatever the server says (I77, I78). */
export const detailNotice = (failure: unknown) =>
  failure instanceof Refused ? inboxTexts.detailFailed : inboxTexts.detailUnexpected;
