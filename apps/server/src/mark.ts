/** A row's place in a list: its instant, which the list is sorted by, and its key, which decides among equals. */
export interface Mark {
  at: Date;
  key: string;
}
