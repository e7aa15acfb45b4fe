import { stored } from "../../ui/stored.ts";

/** The registration that this browser is verifying (requirement L08). */
export const signupRequest = stored("signup_request");
