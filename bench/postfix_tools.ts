import { access, readdir } from "node:fs/promises";
import path from "node:path";
import { cacheFolder } from "./folders.ts";
import { run } from "./programs.ts";

/** smtp-source and smtp-sink, Postfix's own load generator and black hole. */
export interface PostfixTools {
  source: string;
  sink: string;
  env: NodeJS.ProcessEnv;
}

/** Finds the system's tools, or else unpacks those of Debian's package, without installing it. */
export async function findPostfixTools(): Promise<PostfixTools> {
  const onPath = await findOnPath("smtp-source");
  if (onPath) return { source: onPath, sink: path.join(path.dirname(onPath), "smtp-sink"), env: process.env };
  const folder = await cacheFolder("postfix");
  const libraries = path.join(folder, "usr/lib/postfix");
  const source = path.join(folder, "usr/sbin/smtp-source");
  try {
    if (!(await exists(source))) {
      await run("apt-get", ["download", "postfix"], { cwd: folder, timeout: 60_000 });
      const [archive = ""] = (await readdir(folder)).filter((name) => name.endsWith(".deb"));
      await run("dpkg", ["-x", archive, "."], { cwd: folder, timeout: 60_000 });
    }
  } catch (error) {
    const [reason] = String((error as { stderr?: string }).stderr || error).split("\n");
    throw new Error(`smtp-source is not on PATH and Debian's package postfix cannot be fetched: ${reason}`);
  }
  const env = { ...process.env, LD_LIBRARY_PATH: libraries };
  return { source, sink: path.join(folder, "usr/sbin/smtp-sink"), env };
}

/** Finds a program on the PATH or in /usr/sbin, which not every PATH includes. */
export async function findOnPath(program: string): Promise<string | undefined> {
  const folders = [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/sbin"];
  for (const folder of folders) {
    const file = path.join(folder, program);
    if (await exists(file)) return file;
  }
  return undefined;
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );
