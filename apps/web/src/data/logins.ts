import { createContext } from "react";

/** How often the user has logged in over the page, because the session had ended. */
export const Logins = createContext(0);
