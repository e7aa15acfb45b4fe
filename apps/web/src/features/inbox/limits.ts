export const copyNoticeMilliseconds = 1_000;
/** From the bottom of the list, where the next page loads. */
export const loadMorePixels = 100;
export const previewLength = 120;
export const rowPreviewLength = 80;
export const livePreviewLength = 100;
export const newMailNoticeMilliseconds = 3_000;
export const skeletonRows = 5;
/** In which mail that comes in a flood is gathered before it is shown. */
export const gatherMilliseconds = 100;
/** In which more mail is gathered before the notice of new mail changes. */
export const burstMilliseconds = 1_000;
/** The most messages that the list holds as they come over the live connection. */
export const heldMessages = 20_000;
export const framePixels = 600;
/** How long a deletion can be undone. */
export const undoMilliseconds = 5_000;
/** How many deleted messages are remembered: as many as the list may hold at most. */
export const rememberedDeletions = 2 * heldMessages;
