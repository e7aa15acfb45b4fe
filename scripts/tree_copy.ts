import { execFile } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "..");

/** Copies this tree into a folder, without ignored files, as if it were committed and cloned. */
export async function copyTree(folder: string): Promise<void> {
  // Git gets an index of its own: what is committed does not matter, and the tree need not be a repository.
  await using index = await mkdtempDisposable(path.join(root, ".setup/index-"));
  await run("git", ["init", "--quiet", "--bare", index.path]);
  // Set explicitly, since a git hook sets GIT_INDEX_FILE to another index.
  const env = { ...process.env, GIT_INDEX_FILE: path.join(index.path, "index") };
  const git = (...args: string[]) =>
    run("git", [`--git-dir=${index.path}`, `--work-tree=${root}`, ...args], { cwd: root, env });
  await git("add", "--all");
  await git("checkout-index", "--all", `--prefix=${folder}/`);
}
