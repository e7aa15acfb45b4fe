// Mail that people open.
import { workerData } from "node:worker_threads";
import { readFailures } from "../read_criteria.ts";
import { readAttachment, readHeaders, readHtml, readShownText, readText, readTextAndLinks } from "../read_parts.ts";
import { imageLinks } from "../show/image_link.ts";
import { render } from "../show/render.ts";
import { readFound, readSearched } from "../show/searched.ts";
import type { TaskArguments } from "../task.ts";
import { required, serve } from "./thread_tasks.ts";

const { imageKey } = workerData as { imageKey: string };

const tasks = {
  render: (raw: Buffer, { source = "" }: TaskArguments) => render(raw, imageLinks(imageKey, source)),
  text: (raw: Buffer) => readText(raw),
  textAndLinks: (raw: Buffer) => readTextAndLinks(raw),
  shownText: (raw: Buffer) => readShownText(raw),
  searched: (raw: Buffer, { searched }: TaskArguments) => readSearched(raw, required(searched)),
  found: (raw: Buffer, { found }: TaskArguments) => readFound(raw, required(found)),
  failures: (raw: Buffer, { match }: TaskArguments) => readFailures(raw, required(match)),
  html: (raw: Buffer) => readHtml(raw),
  headers: (raw: Buffer) => readHeaders(raw),
  attachment: (raw: Buffer, { part = 0 }: TaskArguments) => readAttachment(raw, part),
};
export type OpenedTasks = typeof tasks;

serve(tasks);
