import { texts } from "@mayfly/contracts";
import { Component, type ReactNode } from "react";
import { track } from "../../data/analytics.ts";
import { connectionTexts } from "../../data/texts/connection.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";

interface Props {
  /** What a page draws around its error. Given by the page's frame: the app's first script has no room for it. */
  frame?: ((error: ReactNode) => ReactNode) | undefined;
  children: ReactNode;
}

/** Shown instead of an empty page: the app threw, or a part of it could not be loaded (offline, or a new release). */
export class Crash extends Component<Props, { crashed: boolean }> {
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
    const { frame, children } = this.props;
    if (!this.state.crashed) return children;
    // Offline, a reload would replace the app with the browser's own error page.
    const error = (
      <ErrorState
        text={navigator.onLine ? texts.unexpected : connectionTexts.networkError}
        onRetry={() => (navigator.onLine ? location.reload() : this.drawAgain())}
      />
    );
    if (frame !== undefined) return frame(error);
    return (
      <div className="grid h-full place-items-center">
        <h1 className="sr-only">Error</h1>
        {error}
      </div>
    );
  }
}
