import type { FastifyReply, FastifyRequest } from "fastify";

/** With https, the `__Host-` prefix keeps subdomains from setting our cookies (threat 29). */
export const nameOf = (name: string, publicUrl: URL) => (publicUrl.protocol === "https:" ? `__Host-${name}` : name);

/** One of our own cookies; scripts cannot read it. @param days how long the browser keeps it */
export function openCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, days, publicUrl }: { name: string; days: number; publicUrl: URL },
) {
  const own = nameOf(name, publicUrl);
  const attributes = { path: "/", httpOnly: true, sameSite: "lax", secure: publicUrl.protocol === "https:" } as const;
  return {
    value: request.cookies[own],
    set: (value: string) => void reply.setCookie(own, value, { ...attributes, maxAge: days * 86_400 }),
    clear: () => void reply.clearCookie(own, attributes),
  };
}
