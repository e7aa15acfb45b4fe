import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { useTitle } from "../../title.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Addresses } from "./Addresses.tsx";

export default function HomePage() {
  useTitle("Dashboard");
  return (
    <>
      <PageHead title="Addresses">
        <Link to={paths.inbox} className="text-13 text-accent-ink underline-offset-4 hover:underline">
          Open the whole inbox
        </Link>
      </PageHead>
      <section aria-label="Addresses" className="overflow-hidden rounded-card border border-line bg-surface">
        <Addresses />
      </section>
    </>
  );
}
