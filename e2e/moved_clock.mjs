// Loaded into a server before anything else: its time is the real one, later by what CLOCK_FILE says (milliseconds).
import { readFileSync } from "node:fs";

const RealDate = Date;
const now = () => RealDate.now() + Number(readFileSync(process.env.CLOCK_FILE, "utf8"));

globalThis.Date = class extends RealDate {
  static now = now;

  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
};
