import { Component, type ReactNode } from "react";
import { track } from "./analytics.ts";
import { failureText } from "./api.ts";
import { renewParts } from "./part.tsx";
import { ErrorState } from "./ui/ErrorState.tsx";

/** Instead of an empty page: a fault of ours, or a part of the app that could not be loaded (offline, or a new release). */
export class Crash extends Component<{ children: ReactNode }, { failure?: unknown }> {
  override state: { failure?: unknown } = {};

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  override componentDidCatch() {
    renewParts();
    track("error", { call: "render", status: 0 });
  }

  override render() {
    if (this.state.failure === undefined) return this.props.children;
    return (
      <div className="grid h-full place-items-center">
        {/* Not while the browser's own error page would come instead. */}
        <ErrorState text={failureText(this.state.failure)} onRetry={() => navigator.onLine && location.reload()} />
      </div>
    );
  }
}
