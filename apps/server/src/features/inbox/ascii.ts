/** Whether a text holds ASCII alone, as most do: many searches in it are for nothing then. Looked up natively. */
export const isAscii = (text: string) => Buffer.byteLength(text) === text.length;
