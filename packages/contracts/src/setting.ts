import * as z from "zod/mini";
import { brokenRules, confirmation } from "./new_password.ts";
import { topics } from "./notification.ts";
import { givenPassword, passwordTexts } from "./password.ts";
import { Done, json, logical } from "./values.ts";
import { api, get, methods, post } from "./wire.ts";

export const NotificationPreference = z.object({
  topic: z.enum(topics),
  description: z.string(),
  enabled: z.boolean(),
});
export type NotificationPreference = z.infer<typeof NotificationPreference>;

export const settingTexts = {
  wrongCurrent: "Current password is incorrect",
  passwordUpdated: "Password updated successfully!",
  preferencesUpdated: "Notification preferences updated successfully!",
} as const;

export const setting = methods(`${api}.setting`, {
  /** Ends the member's other sessions. */
  update_password: post({
    access: "Member",
    input: z
      .object({
        current_password: givenPassword,
        new_password: givenPassword.check(
          z.superRefine((password, context) => {
            for (const { text } of brokenRules(password)) context.addIssue({ code: "custom", message: text });
          }),
        ),
        confirm_password: confirmation,
        /** Whether the member's API keys end too. */
        end_keys: z._default(logical, false),
      })
      .check(
        z.refine((given) => given.new_password === given.confirm_password, {
          error: passwordTexts.mismatch,
          path: ["confirm_password"],
        }),
      ),
    output: Done,
  }),
  get_notification_preferences: get({
    access: "Member",
    input: z.object({}),
    output: z.array(NotificationPreference),
  }),
  /** The topics named are enabled, all others are not. */
  update_notification_preferences: post({
    access: "Member",
    input: z.object({ preferences: json(z.array(z.enum(topics)).check(z.maxLength(topics.length))) }),
    output: Done,
  }),
});
