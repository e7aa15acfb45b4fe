import {
  CompanyDetails,
  confirmsPassword,
  limits,
  PersonalDetails,
  passwordTexts,
  registerTexts,
} from "@mayfly/contracts";
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router-dom";
import { type output, refine } from "zod/mini";
import { track } from "../../data/analytics.ts";
import { verificationOf } from "../../data/links.ts";
import { pageSetting } from "../../data/pageSetting.ts";
import { paths } from "../../data/paths.ts";
import { connectionTexts } from "../../data/texts/connection.ts";
import { useFailure } from "../../data/useFailure.ts";
import { EntryPage } from "../../parts/EntryPage.tsx";
import { useSchemaForm } from "../../parts/form.tsx";
import { part } from "../../parts/part.tsx";
import { TextLink } from "../../parts/TextLink.tsx";
import { useTitle } from "../../parts/useTitle.ts";
import { Notice } from "../../ui/Notice.tsx";
import { createAccount } from "./createAccount.ts";
import { keepDraft, registrationDraft } from "./draft.ts";
import { PersonalStep } from "./PersonalStep.tsx";
import type { CompanyField, PersonalField } from "./serverErrors.ts";
import { signupRequest } from "./signupRequest.ts";
import { registerScreenTexts } from "./texts.ts";

const CompanyStep = part(() => import("./CompanyStep.tsx"));

const Personal = PersonalDetails.check(
  refine(confirmsPassword, {
    error: passwordTexts.mismatch,
    path: ["confirm_password"],
    // Runs even if other fields are invalid, so that all errors show together.
    when: () => true,
  }),
);
const personalFields = Object.keys(PersonalDetails.shape) as PersonalField[];
const companyFields = Object.keys(CompanyDetails.shape) as CompanyField[];
const titles = [registerScreenTexts.personal, registerScreenTexts.company] as const;

export default function RegisterPage() {
  useTitle("Register");
  return pageSetting("registration") === "closed" ? <Closed /> : <Registration />;
}

const haveAccount = (
  <>
    Already have an account? <TextLink to={paths.login}>{registerScreenTexts.signIn}</TextLink>
  </>
);

/** Whoever runs this installation lets nobody register (REGISTRATION). */
const Closed = () => (
  <EntryPage title="Create your account" lead={registerTexts.closed} aside={haveAccount}>
    {null}
  </EntryPage>
);

/** Two forms, one after the other; both are kept here, so that going back and forth loses nothing. */
function Registration() {
  useEffect(() => track("signup_start"), []);
  const navigate = useNavigate();
  const [step, setStep] = useState<0 | 1>(0);
  const goingOn = useRef(false);
  const [failure, fail] = useFailure();
  const personal = useSchemaForm(Personal, {
    full_name: "",
    email_address: "",
    post: "",
    password: "",
    confirm_password: "",
    ...registrationDraft().personal,
  });
  const company = useSchemaForm(CompanyDetails, {
    company_name: "",
    company_email: "",
    industry: "",
    company_website: "",
    country_code: limits.country,
    phone_number: "",
    ...registrationDraft().company,
  });

  useEffect(() => {
    void CompanyStep.load().catch(() => {}); // goOn() reports it
  }, []);

  const { getValues: personalValues } = personal;
  const { getValues: companyValues } = company;
  useEffect(
    () => () => keepDraft({ personal: personalValues(), company: companyValues() }),
    [personalValues, companyValues],
  );

  async function goOn() {
    if (goingOn.current) return;
    goingOn.current = true;
    fail(undefined);
    try {
      // If the next step cannot be loaded, this one stays, with what the user has typed.
      await CompanyStep.load();
    } catch {
      return fail(connectionTexts.networkError);
    } finally {
      goingOn.current = false;
    }
    // Validated now, to include what the user typed while the next step loaded.
    await personal.handleSubmit(() => {
      track("signup_personal_info");
      setStep(1);
    })();
  }

  // Renders the first step at once, so that its fields exist and can be focused.
  const goBack = () => flushSync(() => setStep(0));

  async function create(details: output<typeof CompanyDetails>) {
    fail(undefined);
    track("signup_company_info");
    const person = Personal.parse(personal.getValues());
    const outcome = await createAccount({ ...person, ...details });
    if ("request" in outcome) {
      signupRequest.write(outcome.request);
      void navigate(verificationOf(outcome.request), { state: { email: person.email_address } });
      return;
    }
    fail(outcome.failure);
    const { fields } = outcome;
    const first = [...personalFields, ...companyFields].find((name) => fields[name] !== undefined);
    if (personalFields.some((name) => name === first)) goBack();
    for (const name of personalFields) {
      const message = fields[name];
      if (message !== undefined) personal.setError(name, { message }, { shouldFocus: name === first });
    }
    for (const name of companyFields) {
      const message = fields[name];
      if (message !== undefined) company.setError(name, { message }, { shouldFocus: name === first });
    }
  }

  const notice = failure !== undefined && <Notice>{failure}</Notice>;
  return (
    <EntryPage title="Create your account" lead="Disposable email addresses for your team." aside={haveAccount}>
      <div className="mb-6 space-y-3">
        {/* In forced colours only the borders show: they fill the bars of the steps reached. */}
        <div aria-hidden="true" className="grid grid-cols-2 gap-1.5">
          {[0, 1].map((bar) => (
            <div
              key={bar}
              className={clsx(
                "h-1 rounded-full border-transparent",
                bar <= step ? "border-2 bg-accent" : "border bg-line",
              )}
            />
          ))}
        </div>
        <div className="flex items-baseline justify-between gap-4">
          <h2 className="text-16 font-semibold">{titles[step]}</h2>
          <p className="text-13 text-ink-faint">{`Step ${step + 1} of 2`}</p>
        </div>
      </div>
      {step === 0 ? (
        <PersonalStep form={personal} notice={notice} onNext={goOn} />
      ) : (
        <CompanyStep
          form={company}
          notice={notice}
          onCreate={create}
          onPrevious={() => {
            goBack();
            personal.setFocus("full_name");
          }}
        />
      )}
    </EntryPage>
  );
}
