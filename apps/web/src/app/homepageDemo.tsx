import { MessageRow } from "../features/inbox/list/MessageRow.tsx";
import { InboxDemo } from "../features/landing/InboxDemo.tsx";

export const demoId = "demo";

/** The only part of the public page that moves. It draws the messages with the inbox's own row. */
export const Demo = () => <InboxDemo Row={MessageRow} />;
