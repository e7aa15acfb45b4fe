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
import { copyEmail, foundEmailsQuery, isNamed } from "../../data/emails.ts";
import { foundMailQuery } from "../../data/foundMail.ts";
import { inboxOf, messageOf, searchOf } from "../../data/links.ts";
import { paths } from "../../data/paths.ts";
import { useLogout } from "../../data/session.ts";
import { mailTexts } from "../../data/texts/mail.ts";
import { dashboardPages } from "../../parts/dashboardPages.ts";
import { QuickActions } from "../../parts/quickActions.ts";
import { useDebounced } from "../../parts/useDebounced.ts";
import { useParameter } from "../../parts/useParameter.ts";
import { CommandDialog, CommandGroup, CommandItem } from "../../ui/CommandDialog.tsx";
import type { Openable } from "../../ui/Openable.ts";
import { setTheme, useTheme } from "../../ui/theme.ts";
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
  /** Whether the user has moved the selection since the term last changed. */
  const [steered, setSteered] = useState(false);
  const [copying, setCopying] = useState(false);
  const next = useRef<() => void>(undefined);

  const settled = useDebounced(typed, pause);
  const search = settled.term.trim();
  const {
    data: addresses = [],
    error,
    isFetching,
  } = useQuery({
    ...foundEmailsQuery(search, addressesShown),
    enabled: open,
  });
  // What cannot be understood, or fails, finds nothing here: the page of the search says more.
  const { data: foundMail, isFetching: isFindingMail } = useQuery({
    ...foundMailQuery(search, mailShown),
    enabled: open && search !== "" && !copying,
    placeholderData: keepPreviousData,
  });
  const mail = search === "" ? [] : (foundMail?.mail ?? []);

  const [first] = addresses;
  const isPage = !copying && pages.some(({ label }) => label.toLowerCase() === search.toLowerCase());
  // Not until typing has paused, because cmdk moves its selection after every key.
  const isMeant = settled === typed && !steered && !isPage && first !== undefined && isNamed(first.email_name, search);
  const meant = isMeant ? first.email_name : undefined;

  // However the palette was closed, it opens again without a term.
  if (!open && (term !== "" || copying)) show(false);

  const run = (action: () => void) => () => {
    next.current = action;
    onOpenChange(false);
  };

  function emptyText() {
    if (isFetching || isFindingMail || search !== term.trim()) return "Searching…";
    return error === null ? `Nothing matches "${search}".` : failureText(error);
  }

  function type(next: string) {
    setTyped({ term: next });
    setSteered(false);
  }

  function show(only: boolean) {
    type("");
    setCopying(only);
  }

  return (
    <CommandDialog
      title="Go to"
      placeholder={copying ? "Which address?" : "Search or go to…"}
      empty={emptyText()}
      open={open}
      onOpenChange={onOpenChange}
      onClosed={() => {
        next.current?.();
        next.current = undefined;
      }}
      term={term}
      onTerm={type}
      onPointerMove={() => setSteered(true)}
      onKeyDown={(event) => {
        if (/^(?:Arrow(?:Up|Down)|Home|End)$/.test(event.key)) setSteered(true);
        if (!copying || term !== "" || event.key !== "Backspace") return;
        event.preventDefault();
        show(false);
      }}
    >
      {copying ? (
        <CommandGroup title="Copy an address">
          {addresses.map(({ email_name }) => (
            <CommandItem
              key={email_name}
              icon={Copy}
              label={email_name}
              mono
              meant={email_name === meant}
              onPick={run(() => copyEmail(email_name))}
            />
          ))}
        </CommandGroup>
      ) : (
        <>
          <CommandGroup title="Actions">
            <CommandItem icon={MailPlus} label={paletteTexts.newAddress} hint="n" onPick={run(newAddress)} />
            <CommandItem
              icon={SlidersHorizontal}
              label="Create Email"
              words={["new address", "options"]}
              hint="With options"
              onPick={run(createEmail)}
            />
            <CommandItem icon={KeyRound} label={paletteTexts.latestCode} hint="y" onPick={run(copyLatestCode)} />
            {pathname === paths.inbox && here !== null && (
              <CommandItem icon={Copy} label={`Copy ${here}`} onPick={run(() => copyEmail(here))} />
            )}
            <CommandItem icon={Copy} label="Copy an address…" onPick={() => show(true)} />
          </CommandGroup>
          <CommandGroup title="Pages">
            {pages.map(({ to, icon, label }) => (
              <CommandItem
                key={to}
                icon={icon}
                label={label}
                hint={to === pathname && (to !== paths.inbox || here === null) ? "You are here" : undefined}
                onPick={run(() => navigate(to))}
              />
            ))}
          </CommandGroup>
          {addresses.length > 0 && (
            <CommandGroup title="Inboxes">
              {addresses.map(({ email_name }) => (
                <CommandItem
                  key={email_name}
                  icon={Inbox}
                  label={email_name}
                  mono
                  meant={email_name === meant}
                  onPick={run(() => navigate(inboxOf(email_name)))}
                />
              ))}
            </CommandGroup>
          )}
          {mail.length > 0 && (
            <CommandGroup title="Messages">
              {mail.map(({ name, subject, sender, recipients }) => (
                <CommandItem
                  key={name}
                  icon={Mail}
                  label={subject || mailTexts.noSubject}
                  hint={sender || mailTexts.unknownSender}
                  found={name}
                  onPick={run(() => navigate(messageOf(name, recipients)))}
                />
              ))}
              <CommandItem
                icon={MailSearch}
                label={`Show all emails with "${search}"`}
                found="all"
                onPick={run(() => navigate(searchOf(search)))}
              />
            </CommandGroup>
          )}
          <CommandGroup title="Appearance and session">
            {looks.map((look) => (
              <CommandItem
                key={look.theme}
                icon={look.icon}
                label={look.label}
                words={["switch theme", "appearance", "mode"]}
                hint={look.theme === theme ? "In use" : undefined}
                onPick={run(() => setTheme(look.theme))}
              />
            ))}
            <CommandItem icon={LogOut} label="Log out" words={["sign out"]} onPick={run(logout)} />
          </CommandGroup>
        </>
      )}
    </CommandDialog>
  );
}
