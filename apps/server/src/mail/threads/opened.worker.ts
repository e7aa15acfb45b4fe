// Mail that people open.
import { workerData } from "node:worker_threads";
import { readAttachment, readHeaders, readHtml, readText, readTextForms } from "../read_parts.ts";
import { imageLinks } from "../show/image_link.ts";
import { render } from "../show/render.ts";
import { readSearched } from "../show/searched.ts";
import type { TaskArguments } from "./thread_messages.ts";
import { serve } from "./thread_tasks.ts";

const { imageKey } = workerData as { imageKey: string };

const tasks = {
  render: (raw: Buffer, { source = "" }: TaskArguments) => render(raw, imageLinks(imageKey, source)),
  text: (raw: Buffer) => readText(raw),
  textForms: (raw: Buffer) => readTextForms(raw),
  searched: (raw: Buffer) => readSearched(raw),
  html: (raw: Buffer) => readHtml(raw),
  headers: (raw: Buffer) => readHeaders(raw),
  attachment: (raw: Buffer, { part = 0 }: TaskArguments) => readAttachment(raw, part),
};
export type OpenedTasks = typeof tasks;

serve(tasks);
