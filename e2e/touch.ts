import type { Page } from "@playwright/test";

/** Links and buttons that a finger hits on less than 44 pixels from top to bottom; icons and numbers also from side to side. */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>(":is(main, header, footer, nav[aria-label=Pages]) :is(button, a)"),
    ];
    return all.flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return [];
      element.scrollIntoView({ block: "center" });
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // Links in a text, and what lies outside the window, do not count.
      const isInText = getComputedStyle(element).display === "inline";
      if (isInText || height <= 1 || y < 0 || y > innerHeight || x < 0 || x > innerWidth) return [];
      const reach = (dx: number, dy: number) => {
        let by = 0;
        while (element.contains(document.elementFromPoint(x + dx * by, y + dy * by))) by += 1;
        return by;
      };
      const isLow = reach(0, 1) + reach(0, -1) < 44;
      const name = element.getAttribute("aria-label") ?? element.textContent;
      const isIcon = element.querySelector("svg") !== null || /^\d+$/.test(element.textContent);
      const isNarrow = isIcon && reach(1, 0) + reach(-1, 0) < 44;
      return isLow || isNarrow ? [`${element.tagName} ${name}, ${isLow ? "low" : "narrow"}`] : [];
    });
  });
