/**
 * A text that this browser keeps under `key`; null is none. Where storage is barred, as in some private windows, it lasts
 * as long as the page.
 */
export function stored(key: string, storage: () => Storage = () => localStorage) {
  let inPage: string | null = null;
  return {
    read(): string | null {
      try {
        return storage().getItem(key);
      } catch {
        return inPage;
      }
    },
    write(text: string | null) {
      inPage = text;
      try {
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
      } catch {
        // Barred, or full.
      }
    },
  };
}
