/** The values that the storage refused, by key. */
const inPage = new Map<string, string>();

/**
 * A text that this browser keeps under `key`; null means none. Where storage is barred, as in some private windows, or
 * full, the text lasts as long as the page.
 */
export function stored(key: string, storage: () => Storage = () => localStorage) {
  return {
    read(): string | null {
      try {
        return inPage.get(key) ?? storage().getItem(key);
      } catch {
        return null;
      }
    },
    write(text: string | null) {
      inPage.delete(key);
      try {
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        if (text !== null) inPage.set(key, text);
      }
    },
  };
}
