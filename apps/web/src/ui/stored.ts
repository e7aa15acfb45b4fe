/** Where storage is barred, by key. */
const inPage = new Map<string, string>();

/**
 * A text that this browser keeps under `key`; null is none. Where storage is barred, as in some private windows, it lasts
 * as long as the page.
 */
export function stored(key: string, storage: () => Storage = () => localStorage) {
  return {
    read(): string | null {
      try {
        return storage().getItem(key);
      } catch {
        return inPage.get(key) ?? null;
      }
    },
    write(text: string | null) {
      if (text === null) inPage.delete(key);
      else inPage.set(key, text);
      try {
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        // Barred, or full.
      }
    },
  };
}
