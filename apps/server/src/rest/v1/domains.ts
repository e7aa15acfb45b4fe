import { type DomainResource, resources, unicodeDomain } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { answerWith, askedBy } from "../../documents/cursor.ts";
import type { DomainRow } from "../../features/domain/domain.ts";
import { newestDomains } from "../../features/domain/lists.ts";

const { domains } = resources;

const asResource = ({ domain_name, is_verified, mx_found, creation }: DomainRow): DomainResource => ({
  unicode_name: unicodeDomain(domain_name),
  ...{ id: domain_name, domain_name, is_default: false, is_verified, mx_found },
  creation: creation.toISOString(),
});

const asDefault = (domain_name: string): DomainResource => ({
  unicode_name: unicodeDomain(domain_name),
  ...{ id: domain_name, domain_name, is_default: true, is_verified: true, mx_found: true, creation: null },
});

export const list = handler(domains.list, async (context, input) => {
  const list = { of: "domains" };
  const page = await newestDomains(context, askedBy(context, list, input));
  return answerWith(context, list, page, (row) => ("is_default" in row ? asDefault(row.domain_name) : asResource(row)));
});
