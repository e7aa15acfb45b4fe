import { useLocation } from "react-router-dom";

/** What was typed as email on the screen before. It goes along in the history's state, which no address and no log shows. */
export const useKnownEmail = () => (useLocation().state as { email?: string } | null)?.email;
