import { contactEmail, planMail } from "../../data/contact.ts";
import { paths } from "../../data/paths.ts";
import { usePlan } from "../../data/plan.ts";
import { textShape } from "../../ui/TextButton.tsx";

/**
 * Ends a sentence with whom to write to about the plan. The mail names the company and its plan; where the installation
 * names nobody (CONTACT_EMAIL), the contact stands on the marketing site.
 * @param request says in a few words what the mail asks for
 */
export function PlanContact({ request }: { request: string }) {
  const { data: plan } = usePlan();
  if (contactEmail === undefined) {
    return (
      <>
        <a href={paths.support} target="_blank" rel="noopener" className={textShape}>
          our contact address
        </a>
        .
      </>
    );
  }
  const href = plan === undefined ? `mailto:${contactEmail}` : planMail(contactEmail, plan, request);
  return (
    <>
      <a translate="no" href={href} className={textShape}>
        {contactEmail}
      </a>
      .
    </>
  );
}
