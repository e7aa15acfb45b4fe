// Mail that is sent on to webhooks.
import { extract } from "./extract.ts";
import { serve } from "./parser_thread.ts";

const tasks = { extract };
export type SentOnTasks = typeof tasks;

serve(tasks);
