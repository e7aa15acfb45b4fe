// Mail that comes in.

import { summarise } from "../make_summary.ts";
import { serve } from "./thread_tasks.ts";

const tasks = { summarise };
export type IncomingTasks = typeof tasks;

serve(tasks);
