import { copy } from "../../data/clipboard.ts";
import { contentsId } from "./ids.ts";

const all = <Kind extends Element = HTMLElement>(selector: string, root: ParentNode = document) => [
  ...root.querySelectorAll<Kind>(selector),
];

/** How long a button says that it copied, in milliseconds. */
const saysCopied = 2_000;

/** What the reference can do with scripts: copy its samples, filter its calls, and mark the one in view. */
export function enliven() {
  for (const button of all<HTMLButtonElement>("[data-copy]")) makeCopy(button);
  makeFilter();
  markCurrent();
  const contents = document.getElementById(contentsId);
  contents?.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a") && contents.matches(":popover-open")) contents.hidePopover();
  });
}

function makeCopy(button: HTMLButtonElement) {
  const sample = button.closest("figure")?.querySelector("pre")?.textContent ?? "";
  const said = document.querySelector("[data-said]");
  let reset: ReturnType<typeof setTimeout> | undefined;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const text = (await copy(sample)) ? "Copied" : "Your browser blocked copying.";
    button.textContent = text;
    if (said) said.textContent = text;
    clearTimeout(reset);
    reset = setTimeout(() => {
      button.textContent = "Copy";
      if (said) said.textContent = "";
    }, saysCopied);
  });
}

function makeFilter() {
  const box = document.querySelector<HTMLElement>("[data-filter]");
  const input = box?.querySelector("input");
  const count = box?.querySelector("[data-filter-count]");
  const nothing = document.querySelector<HTMLElement>("[data-nothing]");
  if (!box || !input || !count || !nothing) return;
  const calls = all("[data-call]").map((call) => ({
    ...{ call, entry: document.querySelector<HTMLElement>(`[data-entry="${call.id}"]`) },
    text: `${call.id} ${call.querySelector("h3")?.textContent} ${call.querySelector("code")?.textContent}`.toLowerCase(),
  }));
  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { call, entry, text } of calls) {
      call.hidden = !words.every((word) => text.includes(word));
      if (entry) entry.hidden = call.hidden;
      if (!call.hidden) shown += 1;
    }
    for (const section of all("section[data-group]")) {
      const isEmpty = section.querySelector("[data-call]:not([hidden])") === null;
      for (const part of all(`[data-group="${section.dataset["group"]}"]`)) part.hidden = isEmpty;
    }
    nothing.hidden = shown > 0;
    count.textContent = words.length === 0 ? "" : `${shown} of ${calls.length} calls`;
  };
  box.hidden = false;
  input.addEventListener("input", filter);
  // A link to a call that is filtered out shows all of them again.
  addEventListener("hashchange", () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target?.closest("[hidden]") == null) return;
    input.value = "";
    filter();
    target.scrollIntoView();
  });
}

/** Marks the entry of the topmost call in view. */
function markCurrent() {
  const inView = new Set<string>();
  const entries = all("[data-entry]");
  const observer = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) inView.add(target.id);
        else inView.delete(target.id);
      }
      const current = entries.find((entry) => inView.has(entry.dataset["entry"] ?? ""));
      for (const entry of entries) {
        const link = entry.querySelector("a");
        if (entry === current) link?.setAttribute("aria-current", "location");
        else link?.removeAttribute("aria-current");
      }
      if (current) keepInView(current);
    },
    // A line below the head.
    { rootMargin: "-20% 0px -79% 0px" },
  );
  for (const call of all("[data-call]")) observer.observe(call);
}

/** Scrolls the contents alone, not the page. */
function keepInView(entry: HTMLElement) {
  const list = document.getElementById(contentsId);
  if (list === null) return;
  const [inner, outer] = [entry.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 2;
}
