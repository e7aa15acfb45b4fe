import { expect, it } from "vitest";
import { cpuTime, usualTimeSince } from "../../testing/cpu_time.ts";
import { from, type Kind, readsAlike } from "../../testing/unusual_mail.ts";
import { summarise } from "../make_summary.ts";

const event = [
  "BEGIN:VCALENDAR",
  "METHOD:REQUEST",
  "BEGIN:VTIMEZONE",
  "DTSTART:19700101T000000",
  "END:VTIMEZONE",
  "BEGIN:VEVENT",
  "BEGIN:VALARM",
  "DESCRIPTION:Alarm",
  "END:VALARM",
  'ORGANIZER;ROLE=CHAIR;CN="Lee, Ann":mailto:ann@x.example',
  "SUMMARY;LANGUAGE=en:Plan the\\, ",
  " launch",
  "DTSTART;TZID=Europe/Berlin:20261201T100000",
  "DTEND:20261201T100000Z",
  "LOCATION:Room 4",
  "DESCRIPTION:Bring ideas.\\nAnd cake.",
  "END:VEVENT",
  "END:VCALENDAR",
];
const text =
  "Plan the, launch When: 2026-12-01 10:00 (Europe/Berlin) to 2026-12-01 10:00 (UTC) Where: Room 4 " +
  "Organizer: Lee, Ann <ann@x.example> Bring ideas. And cake.";
const day = ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "SUMMARY:Day", "DTSTART;VALUE=DATE:20261201", "END:VEVENT"];
const calendar = "Content-Type: text/calendar; charset=utf-8; method=REQUEST";

const calendars: Kind[] = [
  ["an invitation alone", [from, calendar, "", ...event], { text }],
  [
    "an invitation as the only part",
    [from, "Content-Type: multipart/mixed; boundary=b", "", "--b", calendar, "", ...event, "--b--"],
    { text },
  ],
  [
    "an invitation beside a text",
    [
      ...[from, "Content-Type: multipart/mixed; boundary=b", "", "--b", "", "Come!"],
      ...["--b", calendar, "", ...event, "--b--"],
    ],
    { text: "Come!" },
  ],
  ["a day", [from, "Content-Type: application/ics", "", ...day], { text: "Day When: 2026-12-01" }],
  ["a calendar without an event", [from, calendar, "", "BEGIN:VCALENDAR"], { text: "BEGIN:VCALENDAR" }],
];

readsAlike("calendars", calendars);

it("reads a long calendar quickly (threat 16)", async () => {
  const head = `${from}\r\n${calendar}\r\n\r\nBEGIN:VEVENT\r\n`;
  for (const hostile of ['A;"'.repeat(200_000), "A:\r\n ".repeat(100_000), "BEGIN:VEVENT\r\n".repeat(50_000)]) {
    const begin = cpuTime();
    await summarise(Buffer.from(head + hostile));
    expect(usualTimeSince(begin)).toBeLessThan(1_000);
  }
});
