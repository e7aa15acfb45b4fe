import { mkdir, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { atEnd } from "../bench/cleanup.ts";
import { run } from "../bench/programs.ts";

interface SmallDisk {
  folder: string;
  /** Where its bytes are. */
  kind: "a disk of its own" | "memory";
  /** Leaves so many bytes free. */
  fill(free: number): Promise<void>;
  /** Removes what `fill` has written. */
  empty(): Promise<void>;
}

/**
 * Mounts a separate file system that can be filled: from a file, or in memory.
 * @returns undefined where the system does not allow mounting
 */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const parent = await mkdtemp(path.join(tmpdir(), "mayfly-disk-"));
  atEnd(() => rm(parent, { recursive: true, force: true }));
  const [file, folder] = [path.join(parent, "disk"), path.join(parent, "mounted")];
  await mkdir(folder);
  const kind = await mount(file, folder, megabytes);
  if (kind === undefined) return undefined;
  atEnd(() => run("umount", ["--lazy", folder]));
  const ballast = path.join(folder, "ballast");
  return {
    folder: path.join(folder, "data"),
    kind,
    async fill(free) {
      const { bavail, bsize } = await statfs(folder);
      await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - free)));
    },
    empty: () => rm(ballast, { force: true }),
  };
}

async function mount(file: string, folder: string, megabytes: number): Promise<SmallDisk["kind"] | undefined> {
  try {
    await run("truncate", [`--size=${megabytes}M`, file]);
    await run("mkfs.ext4", ["-q", "-m", "0", file]);
    await run("mount", ["-o", "loop", file, folder]);
    return "a disk of its own";
  } catch {
    return run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder]).then(
      () => "memory" as const,
      () => undefined,
    );
  }
}
