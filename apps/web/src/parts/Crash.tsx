import { texts } from "@mayfly/contracts";
import { Component, type ReactNode } from "react";
import { track } from "../data/analytics.ts";
import { connectionTexts } from "../data/texts/connection.ts";
import { ErrorState } from "../ui/ErrorState.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { useTitle } from "./useTitle.ts";

interface Props {
  /** The page's; without one, what crashed is the app or a part of a page. */
  title?: string | undefined;
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
    const { title, children } = this.props;
    if (!this.state.crashed) return children;
    // Offline, a reload would replace the app with the browser's own error page.
    const error = (
      <ErrorState
        text={navigator.onLine ? texts.unexpected : connectionTexts.networkError}
        onRetry={() => (navigator.onLine ? location.reload() : this.drawAgain())}
      />
    );
    if (title !== undefined) return <FailedPage title={title}>{error}</FailedPage>;
    return (
      <div className="grid h-full place-items-center">
        <h1 className="sr-only">Error</h1>
        {error}
      </div>
    );
  }
}

/** Keeps the head that the page has when nothing fails. */
function FailedPage({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <>
      <PageHead title={title} />
      <section className="rounded-card border border-line bg-surface">{children}</section>
    </>
  );
}
