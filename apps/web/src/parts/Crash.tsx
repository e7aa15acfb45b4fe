import { texts } from "@mayfly/contracts";
import { Component, type ReactNode } from "react";
import { track } from "../data/analytics.ts";
import { connectionTexts } from "../data/texts/connection.ts";
import { ErrorState } from "../ui/ErrorState.tsx";

/** Shown instead of an empty page: the app threw, or a part of it could not be loaded (offline, or a new release). */
export class Crash extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch() {
    track("error", { call: "render", status: 0 });
    addEventListener("online", this.drawAgain);
  }

  override componentWillUnmount() {
    removeEventListener("online", this.drawAgain);
  }

  drawAgain = () => {
    removeEventListener("online", this.drawAgain);
    this.setState({ crashed: false });
  };

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <div className="grid h-full place-items-center">
        <h1 className="sr-only">Error</h1>
        {/* Offline, a reload would replace the app with the browser's own error page. */}
        <ErrorState
          text={navigator.onLine ? texts.unexpected : connectionTexts.networkError}
          onRetry={() => (navigator.onLine ? location.reload() : this.drawAgain())}
        />
      </div>
    );
  }
}
