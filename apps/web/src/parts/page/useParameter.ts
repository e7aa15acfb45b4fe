import { useLocation } from "react-router-dom";

/** A parameter of the URL's query. */
export const useParameter = (name: string) => new URLSearchParams(useLocation().search).get(name);
