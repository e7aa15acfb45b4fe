import { useLocation } from "react-router-dom";

/** A value of the address's query. */
export const useParameter = (name: string) => new URLSearchParams(useLocation().search).get(name);
