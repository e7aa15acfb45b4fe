// Mail that is indexed for the search.
import { readIndexed } from "../show/searched.ts";
import type { TaskArguments } from "../task.ts";
import { required, serve } from "./thread_tasks.ts";

const tasks = { index: (raw: Buffer, { indexed }: TaskArguments) => readIndexed(raw, required(indexed)) };
export type IndexedTasks = typeof tasks;

serve(tasks);
