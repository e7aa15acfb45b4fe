/** Keys as both WebDriver protocols name them (W3C WebDriver, section 17.4.2). */
export const specialKeys = { enter: "\uE007", backspace: "\uE003", control: "\uE009" } as const;

/** A browser that does what a person does in it. An element is named by an XPath. */
export interface DrivenBrowser {
  /** Its name and version. */
  readonly name: string;
  open(url: string): Promise<void>;
  /** Runs a function in the page. What it is given and returns must be JSON. */
  run<Given extends unknown[], Value>(work: (...given: Given) => Value, ...given: Given): Promise<Value>;
  /** Clicks the middle of an element, once it is there. */
  click(xpath: string): Promise<void>;
  /** Presses these keys, one after the other; with `control`, that key is held meanwhile. */
  press(text: string, control?: boolean): Promise<void>;
  /** What the element of the first frame of the page says. Empty: there is none. */
  frameText(xpath: string): Promise<string>;
  /** Dialogs that a page has opened, and other signs of code of a message, since the last call. */
  ran(): Promise<string[]>;
}

/** A function with its arguments, as the text of a function without arguments that returns JSON. */
export const asScript = (work: (...given: never[]) => unknown, given: unknown[]) =>
  `() => JSON.stringify({ value: (${work})(...${JSON.stringify(given)}) })`;

/** What such a function has returned. */
export const returned = (json: string) => (JSON.parse(json) as { value: unknown }).value;

/** These keys, one after the other, as both protocols' actions take them; with `control`, that key is held meanwhile. */
export function keyActions(text: string, control: boolean) {
  const down = (value: string) => ({ type: "keyDown", value });
  const up = (value: string) => ({ type: "keyUp", value });
  const typed = [...text].flatMap((key) => [down(key), up(key)]);
  const actions = control ? [down(specialKeys.control), ...typed, up(specialKeys.control)] : typed;
  return { type: "key", id: "keyboard", actions };
}
