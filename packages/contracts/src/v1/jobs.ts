import * as z from "zod/mini";
import { described } from "../described.ts";
import { instant } from "../values.ts";
import { rest } from "../wire.ts";
import { name } from "./named.ts";

export const jobStatuses = ["running", "done", "failed"] as const;

/** Work that goes on after its call was answered (row Z14). */
export const JobResource = name(
  "Job",
  z.object({
    id: described("The job's id.", z.uuid()),
    call: described("The operation that began it.", z.enum(["emails_remove_run"])),
    status: described("`failed`: it ended before everything was done, and `error` says why.", z.enum(jobStatuses)),
    done: described("How many records are done, those of the call that began it included.", z.int()),
    total: described("How many records there were when it began.", z.int()),
    error: described("Why it failed.", z.nullable(z.string())),
    creation: described("When it began.", instant),
    ended: described("When it ended; null while it runs.", z.nullable(instant)),
  }),
  {
    id: "019cd2a4-7b1e-7d70-9c3a-2f6d8c1b4a55",
    call: "emails_remove_run",
    status: "running",
    done: 12_500,
    total: 100_000,
    error: null,
    creation: "2026-11-30T09:30:00.000Z",
    ended: null,
  },
);
export type JobResource = z.infer<typeof JobResource>;

export const jobs = {
  get: rest.get("/api/v1/jobs/:id", {
    summary: "Read a job",
    description:
      "Work that is too long for one call goes on as a job. It is kept for a week. Members see the jobs of their own calls, Administrators all.",
    scope: null,
    plan: false,
    names: { id: "job" },
    input: z.strictObject({ id: described("The job's id.", z.uuid()) }),
    output: JobResource,
  }),
};

/** Where a job is read; undefined when there is none. */
export const jobPath = (id: string | null) => (id === null ? undefined : `/api/v1/jobs/${id}`);
