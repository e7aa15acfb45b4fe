import { type Profile, ProfileChange, profileTexts } from "@mayfly/contracts";
import { useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import { pick, required } from "zod/mini";
import { FormField, useSchemaForm } from "../../parts/forms/form.tsx";
import { useFailure } from "../../parts/forms/useFailure.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Input } from "../../ui/Input.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { toast } from "../../ui/toasts.ts";
import { Card } from "./Card.tsx";
import { failureOf } from "./failureOf.ts";
import { ProfileLoader } from "./ProfileLoader.tsx";
import { profileScreenTexts } from "./texts.ts";
import { useProfileChange } from "./useProfileChange.ts";

const Name = required(pick(ProfileChange, { full_name: true }));
const failures = {
  failed: profileScreenTexts.updateFailed,
  network: profileScreenTexts.updateNetwork,
  thrown: profileScreenTexts.updateThrown,
};

export const ProfileTab = () => <ProfileLoader>{(profile) => <ProfileForm profile={profile} />}</ProfileLoader>;

function ProfileForm({ profile }: { profile: Profile }) {
  const form = useSchemaForm(Name, { full_name: profile.full_name });
  const name = useWatch({ control: form.control, name: "full_name" });
  const known = useRef(profile.full_name);
  // The name may have been changed elsewhere. What the user has typed stays.
  useEffect(() => {
    if (form.getValues("full_name") === known.current) form.setValue("full_name", profile.full_name);
    known.current = profile.full_name;
  }, [form, profile.full_name]);
  const change = useProfileChange();
  const [failure, fail] = useFailure();
  const busy = form.formState.isSubmitting;

  const submit = form.handleSubmit(async ({ full_name }) => {
    fail(undefined);
    const typed = form.getValues("full_name");
    try {
      await change({ full_name }, (known) => ({ ...known, full_name }));
      // Validation may have tidied the name. What the user has typed meanwhile stays.
      if (form.getValues("full_name") === typed) form.setValue("full_name", full_name);
      toast.success(profileTexts.updated);
    } catch (thrown) {
      fail(failureOf(thrown, failures));
    }
  });

  return (
    <form noValidate onSubmit={submit}>
      <Card
        title="Profile"
        about="Your name, as your team sees it."
        action={
          <Button type="submit" look="primary" busy={busy} off={["", profile.full_name].includes(name.trim())}>
            Save changes
          </Button>
        }
      >
        <div className="space-y-5 p-5">
          {failure !== undefined && <Notice>{failure}</Notice>}
          <FormField form={form} name="full_name" label="Full name">
            {(control) => <Input {...control} autoComplete="name" />}
          </FormField>
          <Field label="Email">{(control) => <Input {...control} value={profile.email} disabled />}</Field>
          <Field label="Company" hint={profileTexts.companyCannotChange}>
            {(control) => <Input {...control} value={profile.company_name} disabled />}
          </Field>
        </div>
      </Card>
    </form>
  );
}
