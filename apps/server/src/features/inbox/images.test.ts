import { expect, it } from "vitest";
import { imageLinks } from "./image_link.ts";
import { type ImageRequest, openImages } from "./images.ts";

const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(100, 1)]);
const imageKey = "a key";

/** What the frame of a company's message asks for. */
function asks(company: string, url: string): ImageRequest {
  const query = new URL(imageLinks(imageKey, company)(url) ?? "", "http://localhost").searchParams;
  return Object.fromEntries(query) as never as ImageRequest;
}

it("fetches at once for a company while the images of twenty others do not come", async () => {
  let hanging = 0;
  const load = openImages({
    imageKey,
    companyOf: async (company) => company,
    outbound: {
      mayReach: () => true,
      close: async () => undefined,
      async send({ pathname }) {
        if (pathname === "/hangs") {
          hanging += 1;
          await new Promise(() => undefined);
        }
        return { status: 200, headers: {}, body: png, whole: true };
      },
    },
  });
  for (let company = 0; company < 20; company += 1) {
    for (let no = 0; no < 24; no += 1) void load(asks(`company ${company}`, `http://a.example/hangs?${no}`));
  }
  // Of the first six at once, and of each at least one.
  await expect.poll(() => hanging).toBeGreaterThan(6 + 20);
  expect(await load(asks("another", "http://a.example/comes"))).toEqual({
    content_type: "image/png",
    bytes: png,
    company: "another",
  });
});
