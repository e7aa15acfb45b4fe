// Mail that comes in.
import { serve } from "./parser_thread.ts";
import { summarise } from "./summarise.ts";

const tasks = { summarise };
export type IncomingTasks = typeof tasks;

serve(tasks);
