import { paths } from "../../data/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { buttonShape } from "../../ui/buttonShape.ts";

export function Closing() {
  return (
    <section aria-labelledby="closing-title" className="mx-auto max-w-280 px-5 py-20 text-center sm:px-8 md:py-28">
      <h2 id="closing-title" className="text-40 font-semibold tracking-tight text-balance">
        Give the next test its own address
      </h2>
      <p className="mx-auto mt-4 max-w-120 text-16 text-ink-soft text-pretty">
        It takes a minute, and it cleans up after itself.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <a href={paths.register} className={buttonShape("primary", "h-10 px-4")}>
          Get Started Free
        </a>
        {/* This button does nothing: requirements A61 and P28. */}
        <Button className="h-10 px-4">Contact Sales</Button>
      </div>
      <div id="contact" className="mx-auto mt-16 max-w-120 scroll-mt-24 border-t border-line pt-8 md:scroll-mt-20">
        <h3 className="font-semibold">Contact</h3>
        <p className="mt-1 text-ink-soft">
          Something not working, or have a question? Write to{" "}
          <a href="mailto:{{CONTACT_ADDRESS}}" className="font-medium text-accent-ink underline underline-offset-4">
            {"{{CONTACT_ADDRESS}}"}
          </a>{" "}
          and tell us what you did, what you saw and when.
        </p>
      </div>
    </section>
  );
}
