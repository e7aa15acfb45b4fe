import type { ReactNode } from "react";
import { SkipLink } from "../../ui/SkipLink.tsx";
import { Closing } from "./Closing.tsx";
import { Faq } from "./Faq.tsx";
import { Features } from "./Features.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { Hero } from "./Hero.tsx";
import { Pricing } from "./Pricing.tsx";
import { Risks } from "./Risks.tsx";
import { Stats } from "./Stats.tsx";
import { Testimonials } from "./Testimonials.tsx";

/** The public landing page. The build renders it; in the browser React runs only `demo`. */
export function LandingPage({ demo }: { demo: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Header />
      <main id="main">
        <Hero demo={demo} />
        <Risks />
        <Stats />
        <Features />
        <Testimonials />
        <Pricing />
        <Faq />
        <Closing />
      </main>
      <Footer />
    </>
  );
}
