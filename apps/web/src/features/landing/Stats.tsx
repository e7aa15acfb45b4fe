const stats = [
  ["1M+", "emails created"],
  ["50K+", "active users"],
  ["99.9%", "uptime"],
  ["24/7", "support"],
] as const;

export function Stats() {
  return (
    <section id="stats" aria-label="Mayfly in numbers" className="mx-auto max-w-280 px-5 py-14 sm:px-8">
      <dl className="grid grid-cols-2 gap-8 md:grid-cols-4">
        {stats.map(([value, what]) => (
          <div key={what} className="flex flex-col-reverse text-center">
            <dt className="text-13 text-ink-soft">{what}</dt>
            <dd className="text-28 font-semibold tracking-tight tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
