// Mail that people open.
import { workerData } from "node:worker_threads";
import { imageLinks } from "./image_link.ts";
import { type Given, serve } from "./parser_thread.ts";
import { readAttachment, readHeaders, readText } from "./reading.ts";
import { render } from "./rendering.ts";

const { imageKey } = workerData as { imageKey: string };

const tasks = {
  render: (raw: Buffer, { source = "" }: Given) => render(raw, imageLinks(imageKey, source)),
  text: (raw: Buffer) => readText(raw),
  headers: (raw: Buffer) => readHeaders(raw),
  attachment: (raw: Buffer, { part = 0 }: Given) => readAttachment(raw, part),
};
export type OpenedTasks = typeof tasks;

serve(tasks);
