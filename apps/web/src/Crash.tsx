import { texts } from "@mayfly/contracts";
import { Component, type ReactNode } from "react";
import { track } from "./analytics.ts";
import { ErrorState } from "./ui/ErrorState.tsx";

/** Instead of an empty page: a fault of ours, or a part of the app that could not be loaded (offline, or a new release). */
export class Crash extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch() {
    track("error", { call: "render", status: 0 });
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <div className="grid h-full place-items-center">
        {/* Offline, the browser's own error page would take the app's place. */}
        <ErrorState
          text={texts[navigator.onLine ? "unexpected" : "networkError"]}
          onRetry={() => navigator.onLine && location.reload()}
        />
      </div>
    );
  }
}
