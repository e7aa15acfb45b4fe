/** Whether a text is ASCII only, as most are: callers can then skip many searches. Node checks it in native code. */
export const isAscii = (text: string) => Buffer.byteLength(text) === text.length;
