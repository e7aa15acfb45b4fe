import { load, reportview, resource } from "./platform.ts";
import { profile } from "./profile.ts";
import { session } from "./session.ts";

export * from "./email.ts";
export * from "./inbox.ts";
export * from "./limits.ts";
export * from "./notification.ts";
export * from "./platform.ts";
export * from "./profile.ts";
export * from "./session.ts";
export * from "./texts.ts";
export * from "./wire.ts";

/** Every call there is. The server does not compile without a handler for each. */
export const contracts = { session, profile, reportview, load, resource };
