/** A shortcut was a letter of a word, so nothing is done, and nothing is said. */
export class NotMeant extends Error {}
