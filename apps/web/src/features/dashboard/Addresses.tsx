import { MailX } from "lucide-react";
import { failureText } from "../../api.ts";
import { useNow } from "../../clock.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { AddressRow } from "./AddressRow.tsx";
import { useAddresses } from "./useAddresses.ts";

const skeletonRows = [1, 2, 3, 4, 5];

export function Addresses() {
  const { addresses, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAddresses();
  const now = useNow();

  if (isPending) {
    return (
      <ul aria-busy="true" aria-label="Loading" className="divide-y divide-line">
        {skeletonRows.map((row) => (
          <li key={row} className="space-y-2 p-4">
            <Skeleton className="h-4 w-64 max-w-full" />
            <Skeleton className="h-3.5 w-40 max-w-full" />
          </li>
        ))}
      </ul>
    );
  }
  if (error !== null && addresses.length === 0)
    return <ErrorState text={failureText(error)} onRetry={() => refetch()} />;
  if (addresses.length === 0) {
    return <EmptyState icon={MailX} title="No addresses yet" hint="The addresses of your company will appear here." />;
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {addresses.map((address) => (
          <AddressRow key={address.email_name} address={address} now={now} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="flex flex-col items-center gap-3 border-t border-line p-4">
          {error !== null && <p className="text-13 text-red-ink">{failureText(error)}</p>}
          <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
