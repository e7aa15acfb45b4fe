/** How much later than another one a message may be on disk that was named first. Milliseconds. */
export const settledMilliseconds = 60_000;
