import { useContext } from "react";
import { Button } from "../../ui/Button.tsx";
import { QuickActions } from "./quickActions.ts";

/** Makes an address in one click. "Create Email" beside it is the form with all options. */
export function NewAddress() {
  const { newAddress, isMaking } = useContext(QuickActions);
  return (
    <Button look="primary" busy={isMaking} aria-keyshortcuts="n" onClick={() => newAddress()}>
      New address
    </Button>
  );
}
