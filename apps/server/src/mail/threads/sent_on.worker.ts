// Mail that is sent on to webhooks.
import { extract } from "../make_extract.ts";
import { serve } from "./thread_tasks.ts";

const tasks = { extract };
export type SentOnTasks = typeof tasks;

serve(tasks);
