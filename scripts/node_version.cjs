// Loaded before every npm script, and written so that Node 10 can read it: the scripts themselves need a later one.
const oldest = require("../package.json").engines.node.replace(">=", "");

if (Number(process.versions.node.split(".")[0]) < Number(oldest)) {
  process.stderr.write(`Mayfly needs Node ${oldest} or later, and this is ${process.version}: install a later one.\n`);
  process.exit(1);
}
