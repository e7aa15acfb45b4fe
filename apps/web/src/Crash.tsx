import { texts } from "@mayfly/contracts";
import { Component, type ReactNode } from "react";
import { track } from "./analytics.ts";
import { failureText } from "./api.ts";
import { Missing } from "./part.tsx";
import { ErrorState } from "./ui/ErrorState.tsx";
import { toast } from "./ui/toasts.ts";

/** Instead of an empty page: a fault of ours, or a part of the app that could not be loaded (offline, or a new release). */
export class Crash extends Component<{ children: ReactNode }, { failure?: unknown }> {
  override state: { failure?: unknown } = {};

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  override componentDidCatch(failure: unknown) {
    // When it is drawn next. Before it has been caught, that would be at once, and for ever.
    if (failure instanceof Missing) failure.tryAgain();
    track("error", { call: "render", status: 0 });
  }

  override render() {
    if (this.state.failure === undefined) return this.props.children;
    return (
      <div className="grid h-full place-items-center">
        <ErrorState text={failureText(this.state.failure)} onRetry={reload} />
      </div>
    );
  }
}

/** Anew, and with it a new release; but not while the browser's own error page would come instead. */
function reload() {
  fetch(location.href, { method: "HEAD" }).then(
    () => location.reload(),
    () => toast.error(texts.networkError),
  );
}
