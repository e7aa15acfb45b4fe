import { resources } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { readJob } from "../../features/background_job/background_job.ts";

export const get = handler(resources.jobs.get, (context, { id }) => readJob(context, id));
