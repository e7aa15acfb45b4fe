import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type pg from "pg";

/** How a statement was executed once. */
export interface Execution {
  /** Pages of 8 kB that it looked at, in memory or on disk, and those that it wrote to or read from temporary files. */
  buffers: number;
  milliseconds: number;
  /** What it went through, from the top, with the names of the indexes. */
  plan: string;
}

/** A statement of the server's, with the worst of its executions. */
export interface Statement {
  text: string;
  executions: number;
  /** Whether all of them were slow calls', on connections of their own and with a deadline (docs/calls.md). */
  isSlow: boolean;
  custom?: Execution;
  generic?: Execution;
  /** Why it could not be explained. */
  faults: string[];
}

/**
 * Runs a statement twice, with a plan for these values and with one for any, and undoes what it did: also in the middle of a
 * transaction, and after an error. Where the session allows only one of both, it runs once.
 */
const explain = `
  CREATE OR REPLACE FUNCTION prove_explain(statement text, given text[]) RETURNS jsonb LANGUAGE plpgsql AS $explain$
  DECLARE
    found jsonb := '{}';
    plan json;
    mode text;
    literals text;
    allowed text := current_setting('plan_cache_mode');
  BEGIN
    SELECT string_agg(quote_nullable(value), ', ' ORDER BY place) INTO literals
    FROM unnest(given) WITH ORDINALITY AS one (value, place);
    FOREACH mode IN ARRAY ARRAY['custom', 'generic'] LOOP
      CONTINUE WHEN allowed NOT IN ('auto', 'force_' || mode || '_plan');
      BEGIN
        PERFORM set_config('plan_cache_mode', 'force_' || mode || '_plan', true);
        EXECUTE 'PREPARE prove_statement AS ' || statement;
        EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE prove_statement' || coalesce('(' || literals || ')', '')
          INTO plan;
        RAISE EXCEPTION USING ERRCODE = 'PX001';
      EXCEPTION
        WHEN SQLSTATE 'PX001' THEN found := found || jsonb_build_object(mode, plan);
        WHEN query_canceled OR OTHERS THEN found := found || jsonb_build_object('fault', SQLERRM);
      END;
      -- It outlives what is undone.
      IF EXISTS (SELECT FROM pg_prepared_statements WHERE name = 'prove_statement') THEN
        DEALLOCATE prove_statement;
      END IF;
    END LOOP;
    RETURN found;
  END
  $explain$`;

export const addExplain = (client: pg.Client) => client.query(explain);

interface PlanNode {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
  [counted: string]: unknown;
}

/** What the function above answers. */
export type Explained = Partial<Record<"custom" | "generic", [{ Plan: PlanNode; "Execution Time": number }]>> & {
  fault?: string;
};

const counted = ["Shared Hit", "Shared Read", "Local Hit", "Local Read", "Temp Read", "Temp Written"];

function executionOf(explained: Explained["custom"]): Execution | undefined {
  if (explained === undefined) return undefined;
  const [{ Plan, "Execution Time": milliseconds }] = explained;
  const buffers = counted.reduce((sum, name) => sum + Number(Plan[`${name} Blocks`] ?? 0), 0);
  return { buffers, milliseconds, plan: pathOf(Plan) };
}

const pathOf = (node: PlanNode): string => {
  const own = [node["Node Type"], node["Index Name"] ?? node["Relation Name"]].filter(Boolean).join(" ");
  const parts = (node.Plans ?? []).map(pathOf);
  return parts.length === 0 ? own : `${own} > ${parts.length === 1 ? parts[0] : `(${parts.join(", ")})`}`;
};

/** A line of the file of what was explained. */
interface Line {
  shape: string;
  custom?: Execution;
  generic?: Execution;
  fault?: string;
  isSlow: boolean;
}

export function lineOf(text: string, { fault, ...plans }: Explained, isSlow: boolean): string {
  const [custom, generic] = [executionOf(plans.custom), executionOf(plans.generic)];
  const line: Line = {
    isSlow,
    shape: shapeOf(text),
    ...(custom && { custom }),
    ...(generic && { generic }),
    ...(fault && { fault }),
  };
  return `${JSON.stringify(line)}\n`;
}

/** Reads what the server's statements did since a place in the file. @returns the place for the next look. Bytes */
export async function readExplained(file: string, from: number): Promise<{ statements: Statement[]; place: number }> {
  const statements = new Map<string, Statement>();
  let place = from;
  for await (const line of createInterface({ input: createReadStream(file, { start: from }) })) {
    place += Buffer.byteLength(line) + 1;
    const { shape, custom, generic, fault, isSlow } = JSON.parse(line) as Line;
    const statement = statements.get(shape) ?? { text: shape, executions: 0, isSlow, faults: [] };
    statements.set(shape, statement);
    statement.executions += 1;
    statement.isSlow &&= isSlow;
    if (fault !== undefined && !statement.faults.includes(fault)) statement.faults.push(fault);
    for (const [mode, found] of [
      ["custom", custom],
      ["generic", generic],
    ] as const) {
      if (found !== undefined && found.buffers > (statement[mode]?.buffers ?? -1)) statement[mode] = found;
    }
  }
  return { statements: [...statements.values()], place };
}

/** A statement without what differs from call to call: spaces, and how many values a list has. */
export const shapeOf = (text: string) =>
  text
    .replaceAll(/\s+/g, " ")
    .trim()
    .replaceAll(/\$\d+/g, "$")
    .replaceAll(/\$(?:, ?\$)+/g, "$")
    .replaceAll(/\(\$\)(?:, ?\(\$\))+/g, "($)");
