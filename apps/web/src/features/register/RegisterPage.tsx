import {
  CompanyDetails,
  confirmsPassword,
  limits,
  PersonalDetails,
  passwordTexts,
  registerTexts,
} from "@mayfly/contracts";
import { clsx } from "clsx";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router-dom";
import { type output, refine } from "zod/mini";
import { track } from "../../data/analytics.ts";
import { verificationOf } from "../../data/links.ts";
import { pageSetting } from "../../data/pageSetting.ts";
import { paths } from "../../data/paths.ts";
import { connectionTexts } from "../../data/texts/connection.ts";
import { useSchemaForm } from "../../parts/forms/form.tsx";
import { useFailure } from "../../parts/forms/useFailure.ts";
import { part } from "../../parts/loading/part.tsx";
import { EntryPage } from "../../parts/page/EntryPage.tsx";
import { useTitle } from "../../parts/page/useTitle.ts";
import { TextLink } from "../../parts/TextLink.tsx";
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

/**
 * Two forms, one after the other; both are kept here, so that going back and forth loses nothing. The second is an entry
 * of the browser's history, at which the first is shown while something is missing there: after a reload, the passwords.
 */
function Registration() {
  useEffect(() => track("signup_start"), []);
  const navigate = useNavigate();
  const { key, state } = useLocation();
  const reached = (state as { step?: unknown } | null)?.step === 1 ? 1 : 0;
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
  useEffect(() => {
    const callback = () => keepDraft({ personal: personalValues(), company: companyValues() });
    const stopPersonal = personal.subscribe({ formState: { values: true }, callback });
    const stopCompany = company.subscribe({ formState: { values: true }, callback });
    return () => {
      stopPersonal();
      stopCompany();
    };
  }, [personal, company, personalValues, companyValues]);

  const shown = useRef(step);
  // A layout effect, so that the other step is never drawn.
  useLayoutEffect(() => {
    goingOn.current = false;
    setStep(reached === 1 && Personal.safeParse(personalValues()).success ? 1 : 0);
  }, [key, reached, personalValues]);
  useEffect(() => {
    // The second step focuses its own first field.
    if (step < shown.current) personal.setFocus("full_name");
    shown.current = step;
  }, [step, personal]);
  useEffect(() => {
    if (reached === 1 && personalValues("password") === "") personal.setFocus("password");
  }, []);

  async function goOn() {
    if (goingOn.current) return;
    goingOn.current = true;
    fail(undefined);
    try {
      // If the next step cannot be loaded, this one stays, with what the user has typed.
      await CompanyStep.load();
    } catch {
      goingOn.current = false;
      return fail(connectionTexts.networkError);
    }
    // Validated now, to include what the user typed while the next step loaded.
    await personal.handleSubmit(
      () => {
        track("signup_personal_info");
        if (reached === 0) return navigate(paths.register, { state: { step: 1 } });
        goingOn.current = false;
        setStep(1);
      },
      () => {
        goingOn.current = false;
      },
    )();
  }

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
    // At once, so that the fields exist and can be focused.
    if (personalFields.some((name) => name === first)) {
      shown.current = 0;
      flushSync(() => setStep(0));
    }
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
        <CompanyStep form={company} notice={notice} onCreate={create} onPrevious={() => navigate(-1)} />
      )}
    </EntryPage>
  );
}
