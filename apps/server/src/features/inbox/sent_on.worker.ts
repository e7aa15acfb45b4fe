// Mail that is sent on to webhooks.
import { extract } from "./extract.ts";
import { serve } from "./parser_thread.ts";

const tasks = { extract };
export type SendingOnTasks = typeof tasks;

serve(tasks);
