/** What a wait takes at most without a timeout, and one for nothing. Seconds. */
export const usualTimeout = { mail: 30, none: 5 } as const;
