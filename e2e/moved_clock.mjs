// Loaded into a server before anything else: sets its time later than the real one by the milliseconds in CLOCK_FILE.
import { readFileSync } from "node:fs";

const RealDate = Date;
const now = () => RealDate.now() + Number(readFileSync(process.env.CLOCK_FILE, "utf8"));

globalThis.Date = class extends RealDate {
  static now = now;

  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
};
