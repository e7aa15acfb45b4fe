import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { MailSearch, SearchX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { failureText, refusalText } from "../../data/api.ts";
import { findMail, foundMailKey } from "../../data/foundMail.ts";
import { searchOf } from "../../data/links.ts";
import { paths } from "../../data/paths.ts";
import { useOwnEmail } from "../../data/profile.ts";
import { useKeys } from "../../parts/keys/useKeys.ts";
import { useHeldText } from "../../parts/lists/useHeldText.ts";
import { useParameter } from "../../parts/page/useParameter.ts";
import { useTitle } from "../../parts/page/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { handFocusOn } from "../../ui/handFocusOn.ts";
import { Notice } from "../../ui/Notice.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { RowList } from "../../ui/RowList.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";
import { Fault } from "./Fault.tsx";
import { FoundRow } from "./FoundRow.tsx";
import { Operators } from "./Operators.tsx";
import { placeOf } from "./place.ts";
import { searchTexts } from "./texts.ts";
import { unindexedText } from "./unindexed.ts";
import { waitingOperator, withoutWaiting } from "./words.ts";

const pageLength = 20;
/** Milliseconds from the last key to the search. */
const pause = 250;
/** Characters: more than a query may have, so that the server can say so. */
const longest = 2_000;

/** A search over all mail that the user may read (row T05). The URL holds the query. */
export default function SearchPage() {
  useTitle(searchTexts.title);
  const me = useOwnEmail();
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  const results = useRef<HTMLElement>(null);
  const q = useParameter("q") ?? "";
  const hold = (text: string) => {
    // A user who has left this page is not brought back.
    if (location.pathname === paths.search) void navigate(searchOf(text), { replace: true });
  };
  const [typed, setTyped] = useHeldText({ held: q, hold, clean: (text) => text.trimStart(), pause });
  const waiting = waitingOperator(q);
  const asked = withoutWaiting(q);
  const isBlank = asked.trim() === "";
  const { data, error, isFetching, isPlaceholderData, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: [...foundMailKey, asked],
      queryFn: ({ pageParam }) => findMail(asked, pageLength, pageParam),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next,
      enabled: !isBlank,
      placeholderData: keepPreviousData,
      // Mail may have come, or been read, since.
      staleTime: 0,
    });
  const place = placeOf(error);
  const indexedTo = isBlank ? undefined : data?.pages[0]?.indexedTo;
  const mail = isBlank ? [] : (data?.pages.flatMap((page) => page.mail) ?? []);

  // A user who comes back from a message finds its row; one who comes to search, the box. Not one who is elsewhere already.
  const { state } = useLocation() as { state: { opened?: string } | null };
  const isThere = mail.length > 0;
  useEffect(() => {
    const row = () => rows().find((one) => one.dataset.found === state?.opened);
    // After the page's frame has focused the page.
    queueMicrotask(() => {
      if (document.activeElement?.matches("body, main")) (state?.opened === undefined ? box.current : row())?.focus();
    });
    // Not again for each change of the query.
  }, [isThere]);
  const remember = (opened: string) => void navigate(searchOf(q), { replace: true, state: { opened } });

  const rows = () => [...(results.current?.querySelectorAll<HTMLElement>("[data-found]") ?? [])];
  function move(by: 1 | -1) {
    const all = rows();
    const here = all.indexOf(document.activeElement as HTMLElement);
    const isInBox = document.activeElement === box.current;
    if (here < 0 && !isInBox && document.activeElement?.matches("button, a, input")) return false;
    if (here === 0 && by === -1) box.current?.focus();
    else all[here < 0 ? 0 : Math.min(here + by, all.length - 1)]?.focus();
    return true;
  }
  useKeys([
    ["j", () => move(1)],
    ["k", () => move(-1)],
    ["ArrowDown", () => move(1)],
    ["ArrowUp", () => document.activeElement !== box.current && move(-1)],
    ["Enter", () => document.activeElement === box.current && enter()],
    [
      "/",
      () => {
        box.current?.focus();
        return true;
      },
    ],
    [
      "Escape",
      () => {
        if (document.activeElement === box.current) setTyped("");
        else box.current?.focus();
        return true;
      },
    ],
  ]);
  /** Searches at once; once it has, leads to the first result. */
  function enter() {
    const text = typed.trimStart();
    if (text !== q) hold(text);
    else rows()[0]?.focus();
    return true;
  }

  /** Sets the query and puts the caret behind it, where a value is written. */
  const [edited, setEdited] = useState(0);
  function edit(text: string) {
    setTyped(text);
    hold(text);
    setEdited((count) => count + 1);
  }
  useEffect(() => {
    const { current: input } = box;
    if (edited === 0 || input === null) return;
    input.focus();
    input.setSelectionRange(input.value.length, input.value.length);
  }, [edited]);

  return (
    <>
      <PageHead title={searchTexts.title} about={searchTexts.about} />
      <SearchInput
        label={searchTexts.box}
        placeholder={searchTexts.placeholder}
        longest={longest}
        value={typed}
        onValue={setTyped}
        fault={place && "search-fault"}
        first
        ref={box}
      />
      {place !== undefined && <Fault q={asked} place={place} text={refusalText(error) ?? searchTexts.fault} />}
      <div className="mt-3">
        <Operators q={typed} onQ={edit} />
      </div>
      <p role="status" className="my-3 min-h-5 text-13 text-ink-soft tabular-nums">
        {told()}
      </p>
      {place === undefined && indexedTo !== undefined && (
        <div className="mb-3">
          <Notice kind="caution">{unindexedText(indexedTo, new Date())}</Notice>
        </div>
      )}
      {place === undefined && (
        <section
          ref={results}
          aria-label="Results"
          aria-busy={isFetching}
          className="overflow-hidden rounded-card border border-line bg-surface"
        >
          {list()}
        </section>
      )}
    </>
  );

  function told() {
    if (waiting !== undefined) return searchTexts.waiting(waiting);
    if (mail.length > 0) return searchTexts.found(mail.length, hasNextPage);
    return isFetching ? searchTexts.loading : undefined;
  }

  function list() {
    if (isBlank) return <EmptyState icon={MailSearch} title={searchTexts.begin} hint={searchTexts.beginHint} />;
    if (data === undefined) {
      if (error !== null) return <ErrorState text={failureText(error)} onRetry={() => refetch()} />;
      return <SkeletonList rows={5} />;
    }
    return (
      <>
        {mail.length === 0 &&
          (hasNextPage ? (
            <EmptyState icon={SearchX} title={searchTexts.noneYet} hint={searchTexts.noneYetHint} />
          ) : (
            <EmptyState icon={SearchX} title={searchTexts.none} hint={searchTexts.noneHint(asked.trim())} />
          ))}
        <RowList label="Emails" busy={isPlaceholderData}>
          {mail.map((one) => (
            <FoundRow
              key={one.name}
              mail={one}
              read={one._seen.includes(JSON.stringify(me))}
              onOpen={() => remember(one.name)}
            />
          ))}
        </RowList>
        {error !== null && (
          <div className="p-3">
            <Notice>{failureText(error)}</Notice>
          </div>
        )}
        {hasNextPage && !isPlaceholderData && (
          <div className={clsx("grid justify-items-center p-4", mail.length > 0 && "border-t border-line")}>
            <Button ref={handFocusOn} busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
              {mail.length === 0 ? searchTexts.older : searchTexts.more}
            </Button>
          </div>
        )}
      </>
    );
  }
}
