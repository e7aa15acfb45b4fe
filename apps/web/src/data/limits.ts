/** From the last key to the search or the check of a name. Milliseconds. */
export const searchDebounce = 500;
export const toastMilliseconds = 10_000;
export const serverErrorToastMilliseconds = 8_000;
export const toastTickMilliseconds = 50;
/** When a call that gets no answer is given up, as on a connection that has gone silent. Milliseconds. */
export const callTimeout = 45_000;
/** How the live connection is made again, in milliseconds (I80 to I82). */
export const reconnection = {
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
  timeout: 20_000,
} as const;
/** Milliseconds. */
export const redirectDelay = 2_000;
