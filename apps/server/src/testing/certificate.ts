import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** PEM files of a self-signed certificate, which are deleted on disposal. */
export async function certificate(host: string) {
  const folder = await mkdtemp(path.join(tmpdir(), "mayfly-tls-"));
  const [cert, key] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const request = ["req", "-x509", ...curve, "-nodes", "-days", "1", "-subj", `/CN=${host}`];
  execFileSync("openssl", [...request, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { cert, key, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
