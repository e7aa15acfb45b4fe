import { unicodeAddress } from "@mayfly/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  Copy,
  Inbox,
  KeyRound,
  LogOut,
  Mail,
  MailPlus,
  MailSearch,
  Monitor,
  Moon,
  SlidersHorizontal,
  Sun,
} from "lucide-react";
import { useContext, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { failureText } from "../../data/api.ts";
import { foundEmailsQuery, isNamed } from "../../data/emails.ts";
import { foundMailQuery } from "../../data/foundMail.ts";
import { inboxOf, messageOf, searchOf } from "../../data/links.ts";
import { paths } from "../../data/paths.ts";
import { mailTexts } from "../../data/texts/mail.ts";
import { copyEmail } from "../../parts/addresses/copyEmail.ts";
import { QuickActions } from "../../parts/addresses/quickActions.ts";
import { useDebounced } from "../../parts/lists/useDebounced.ts";
import { dashboardPages } from "../../parts/nav/dashboardPages.ts";
import { useLogout } from "../../parts/nav/useLogout.ts";
import { useParameter } from "../../parts/page/useParameter.ts";
import { CommandDialog, type CommandGroup, type CommandRow } from "../../ui/CommandDialog.tsx";
import type { Openable } from "../../ui/Openable.ts";
import { setTheme, useTheme } from "../../ui/theme.ts";
import { matching } from "./matching.ts";
import { paletteTexts } from "./texts.ts";

const pages = [
  ...dashboardPages,
  { to: paths.inbox, icon: Inbox, label: "Inbox" },
  { to: paths.search, icon: MailSearch, label: "Search mail" },
] as const;

const looks = [
  { theme: "light", icon: Sun, label: "Use the light theme" },
  { theme: "dark", icon: Moon, label: "Use the dark theme" },
  { theme: "system", icon: Monitor, label: "Use the system's theme" },
] as const;

const addressesShown = 6;
const mailShown = 5;
/** Milliseconds from the last key to the search. */
const pause = 200;

/** The command palette: every page, every address and the frequent actions, a few keys away. */
export default function Palette({ open, onOpenChange }: Openable) {
  const navigate = useNavigate();
  const { newAddress, createEmail, copyLatestCode } = useContext(QuickActions);
  const logout = useLogout();
  const theme = useTheme();
  const { pathname } = useLocation();
  const here = useParameter("email");
  const [typed, setTyped] = useState({ term: "" });
  const { term } = typed;
  const [copying, setCopying] = useState(false);
  const next = useRef<() => void>(undefined);

  const settled = useDebounced(typed, pause);
  const search = settled.term.trim();
  const asksForMail = search !== "" && !copying;
  const found = useQuery({ ...foundEmailsQuery(search, addressesShown), enabled: open });
  // What cannot be understood, or fails, finds nothing here: the page of the search says more.
  const foundMail = useQuery({
    ...foundMailQuery(search, mailShown),
    enabled: open && asksForMail,
    placeholderData: keepPreviousData,
  });
  const addresses = found.data ?? [];
  const mail = asksForMail ? (foundMail.data?.mail ?? []) : [];
  const asksFor = ({ isLoading, isPlaceholderData }: typeof found | typeof foundMail) => isLoading || isPlaceholderData;
  const isAsking = settled !== typed || asksFor(found);
  const isAskingForMail = isAsking || (asksForMail && asksFor(foundMail));

  // However the palette was closed, it opens again without a term.
  if (!open && (term !== "" || copying)) show(false);

  const run = (action: () => void) => () => {
    next.current = action;
    onOpenChange(false);
  };

  const groups = copying
    ? matching([addressRows("Copy an address", (address) => copyEmail(address), Copy)], term)
    : [...matching(commands(), term), ...(mail.length === 0 ? [] : [{ title: "Messages", rows: mailRows() }])];

  const [first] = addresses;
  const isPage = !copying && pages.some(({ label }) => label.toLowerCase() === search.toLowerCase());
  const isMeant = settled === typed && !isPage && first !== undefined && isNamed(first.email_name, search);

  function addressRows(title: string, pick: (address: string) => unknown, icon = Inbox): CommandGroup {
    const rows = addresses.map(({ email_name }) => ({
      icon,
      label: unicodeAddress(email_name),
      words: [email_name],
      mono: true,
      onPick: run(() => pick(email_name)),
    }));
    return { title, rows };
  }

  function commands(): CommandGroup[] {
    const actions: CommandRow[] = [
      { icon: MailPlus, label: paletteTexts.newAddress, hint: "n", onPick: run(newAddress) },
      {
        icon: SlidersHorizontal,
        label: "Create Email",
        words: ["new address", "options"],
        hint: "With options",
        onPick: run(createEmail),
      },
      { icon: KeyRound, label: paletteTexts.latestCode, hint: "y", onPick: run(copyLatestCode) },
    ];
    if (pathname === paths.inbox && here !== null)
      actions.push({ icon: Copy, label: `Copy ${here}`, onPick: run(() => copyEmail(here)) });
    actions.push({ icon: Copy, label: "Copy an address…", onPick: () => show(true) });
    const isHere = (to: string) => to === pathname && (to !== paths.inbox || here === null);
    return [
      { title: "Actions", rows: actions },
      {
        title: "Pages",
        rows: pages.map(({ to, icon, label }) => ({
          ...{ icon, label, hint: isHere(to) ? "You are here" : undefined },
          onPick: run(() => navigate(to)),
        })),
      },
      addressRows("Inboxes", (address) => navigate(inboxOf(address))),
      {
        title: "Appearance and session",
        rows: [
          ...looks.map((look) => ({
            ...{ icon: look.icon, label: look.label, words: ["switch theme", "appearance", "mode"] },
            hint: look.theme === theme ? "In use" : undefined,
            onPick: run(() => setTheme(look.theme)),
          })),
          { icon: LogOut, label: "Log out", words: ["sign out"], onPick: run(logout) },
        ],
      },
    ];
  }

  function mailRows(): CommandRow[] {
    const old = isAskingForMail;
    return [
      ...mail.map(({ name, subject, sender, recipients }) => ({
        ...{ icon: Mail, label: subject || mailTexts.noSubject, id: name, old },
        hint: sender || mailTexts.unknownSender,
        onPick: run(() => navigate(messageOf(name, recipients))),
      })),
      {
        ...{ icon: MailSearch, label: `Show all emails with "${search}"`, id: "all", old },
        onPick: run(() => navigate(searchOf(search))),
      },
    ];
  }

  function emptyText() {
    if (isAskingForMail) return "Searching…";
    return found.error === null ? `Nothing matches "${search}".` : failureText(found.error);
  }

  function show(only: boolean) {
    setTyped({ term: "" });
    setCopying(only);
  }

  return (
    <CommandDialog
      title="Go to"
      placeholder={copying ? "Which address?" : "Search or go to…"}
      groups={groups}
      asking={isAsking || (isAskingForMail && groups.every(({ rows }) => rows.every(({ old }) => old)))}
      meant={isMeant ? unicodeAddress(first.email_name) : undefined}
      empty={emptyText()}
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => {
        next.current?.();
        next.current = undefined;
      }}
      term={term}
      onTerm={(next) => setTyped({ term: next })}
      onKeyDown={(event) => {
        if (!copying || term !== "" || event.key !== "Backspace") return;
        event.preventDefault();
        show(false);
      }}
    />
  );
}
