import { useLocation } from "react-router-dom";

/** The email typed on the screen before. It is passed in the history's state, which appears in no URL and in no log. */
export const useKnownEmail = () => (useLocation().state as { email?: string } | null)?.email;
