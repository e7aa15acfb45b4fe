import { ArrowRight, Play } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../data/paths.ts";
import { Button } from "../../ui/Button.tsx";
import { buttonShape } from "../../ui/buttonShape.ts";

export function Hero({ demo }: { demo: ReactNode }) {
  return (
    <section aria-labelledby="hero-title" className="mx-auto max-w-280 px-5 pt-16 pb-16 sm:px-8 md:pt-24 md:pb-24">
      <div className="mx-auto max-w-180 text-center">
        <h1 id="hero-title" className="text-40 font-semibold tracking-tight text-balance">
          Disposable email addresses for your whole team
        </h1>
        <p className="mx-auto mt-5 max-w-150 text-16 text-ink-soft text-pretty">
          Create an address in seconds, watch its mail arrive live, and let it deactivate itself. For IT and development
          teams that need isolated DEV/STAGING/PROD environments.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <a href={paths.register} className={buttonShape("primary", "h-10 px-4")}>
            Start Free Trial
            <ArrowRight aria-hidden="true" className="size-4" />
          </a>
          {/* This button does nothing: requirements A11 and P28. */}
          <Button className="h-10 px-4">
            <Play aria-hidden="true" className="size-4" />
            Watch Demo
          </Button>
        </div>
        <p className="mt-4 text-13 text-ink-faint">Starter is free forever.</p>
      </div>
      <div className="mt-14 md:mt-18">{demo}</div>
    </section>
  );
}
