import { MessageRow } from "./features/inbox/MessageRow.tsx";
import { InboxDemo } from "./features/landing/InboxDemo.tsx";

export const demoId = "demo";

/** The one part of the public page that moves, with the inbox's own row. */
export const Demo = () => <InboxDemo Row={MessageRow} />;
