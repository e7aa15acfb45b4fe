import type { ApiKey } from "@mayfly/contracts";
import { clsx } from "clsx";
import { RotateCw, Trash2 } from "lucide-react";
import { absoluteTime } from "../../data/relativeTime.ts";
import { addressTexts } from "../../data/texts/address.ts";
import { RelativeTime } from "../../parts/RelativeTime.tsx";
import { planLimitTexts } from "../../parts/texts.ts";
import { Badge } from "../../ui/Badge.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { nameOf, setOf, type stateOf } from "./api_keys.ts";
import { apiKeyScreenTexts } from "./texts.ts";

/** Name, whose, last used, expiry and the actions; stacked on small screens. `owned`: with whose it is. */
export const keyColumns = (owned: boolean) =>
  clsx(
    "lg:grid lg:items-center lg:gap-4",
    owned
      ? "lg:grid-cols-[minmax(0,1fr)_minmax(0,11rem)_9rem_8rem_4.5rem]"
      : "lg:grid-cols-[minmax(0,1fr)_9rem_8rem_4.5rem]",
  );

interface Props {
  row: ApiKey;
  /** Whose it is, for those who see the keys of others. */
  owner: string | undefined;
  state: ReturnType<typeof stateOf>;
  /** Undefined where it cannot be rotated. */
  onRotate: (() => void) | undefined;
  onRevoke: () => void;
}

export function ApiKeyRow({ row, state, owner, onRotate, onRevoke }: Props) {
  const { key_name, first, scopes, networks, expiry, replaced_by, last_used, last_network } = row;
  const granted = setOf(scopes) ?? scopes.join(", ");
  return (
    <li
      className={clsx(
        keyColumns(owner !== undefined),
        "grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 p-4 max-lg:grid",
      )}
    >
      <div className="min-w-0 space-y-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <p className="min-w-0 truncate font-medium" title={key_name}>
            {key_name}
          </p>
          {replaced_by !== null && <Badge tone="neutral">{apiKeyScreenTexts.rotated}</Badge>}
        </div>
        <p className="flex flex-wrap gap-x-3 text-13 text-ink-soft">
          <span translate="no" className="font-mono">
            {first}…
          </span>
          <span
            translate={setOf(scopes) === undefined ? "no" : undefined}
            className="wrap-anywhere"
            title={scopes.join(", ")}
          >
            {granted}
          </span>
        </p>
        {networks.length > 0 && (
          <p className="line-clamp-2 text-13 text-ink-soft wrap-anywhere" title={networks.join(", ")}>
            Only from{" "}
            <span translate="no" className="font-mono">
              {networks.join(", ")}
            </span>
          </p>
        )}
        {replaced_by !== null && expiry !== null && state !== "expired" && (
          <p className="text-13 text-ink-soft">
            It works until <time dateTime={expiry}>{time.format(new Date(expiry))}</time>. Use the new key from then on.
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-13 text-ink-soft tabular-nums max-lg:col-span-2 max-lg:row-start-2 lg:contents">
        {owner !== undefined && (
          <p translate="no" className="min-w-0 truncate max-lg:max-w-full" title={row.owner}>
            {owner}
          </p>
        )}
        {last_used === null ? (
          <p className="text-ink-faint">{apiKeyScreenTexts.neverUsed}</p>
        ) : (
          <div className="max-lg:flex max-lg:flex-wrap max-lg:gap-x-1.5">
            <p title={absoluteTime(last_used)}>
              <span className="lg:sr-only">Used </span>
              <RelativeTime instant={last_used} />
            </p>
            {last_network !== null && (
              <p className="wrap-anywhere lg:text-12">
                <span className="lg:sr-only">from </span>
                <span translate="no" className="font-mono">
                  {last_network}
                </span>
              </p>
            )}
          </div>
        )}
        <p
          className={clsx(state === "ending" && "text-amber-ink")}
          title={expiry === null ? undefined : absoluteTime(expiry)}
        >
          {expiry !== null && state === "expired" ? (
            <Badge tone="neutral">{addressTexts.expired}</Badge>
          ) : (
            <>
              <span className="lg:sr-only">Expires </span>
              {expiry === null ? (
                <span className="max-lg:lowercase">{planLimitTexts.life(0)}</span>
              ) : (
                <RelativeTime instant={expiry} />
              )}
            </>
          )}
        </p>
      </div>
      <div className="-my-1.5 flex items-center justify-end max-lg:-mr-2 lg:my-0">
        {onRotate && <IconButton icon={RotateCw} label={`Rotate ${nameOf(row)}`} onClick={onRotate} />}
        <IconButton icon={Trash2} label={`Revoke ${nameOf(row)}`} onClick={onRevoke} />
      </div>
    </li>
  );
}

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
