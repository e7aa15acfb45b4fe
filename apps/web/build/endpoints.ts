import { type Contract, resources } from "@mayfly/contracts";

/**
 * The calls of the REST API as the page API Access lists them. Written into its script by the build: the contracts
 * themselves, with their schemas, would be several times as much, part of it on the login page.
 */
export const endpoints = Object.values(resources).flatMap((resource) =>
  Object.values(resource).map(({ verb, path, summary, scope, access }: Contract) => ({
    ...{ verb, path: path.replace(/:(\w+)/g, "{$1}"), summary, scope },
    administrators: access === "Administrator",
  })),
);
