/** The props of a component that opens over a screen. */
export interface Openable {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}
