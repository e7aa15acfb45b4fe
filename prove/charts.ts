/** A chart of lines over minutes. */
interface Chart {
  title: string;
  /** The lines by name, each with its points from left to right. */
  lines: Map<string, [minute: number, value: number][]>;
}

const size = { width: 860, height: 190, left: 56, right: 190, top: 34, bottom: 26 };
const colours = ["#2563eb", "#db2777", "#059669", "#d97706"];

/** @returns an SVG with the charts below each other, readable on light and dark */
export function drawCharts(title: string, charts: Chart[]): string {
  const height = 40 + charts.length * size.height;
  const drawn = charts.map((chart, at) => `<g transform="translate(0 ${40 + at * size.height})">${draw(chart)}</g>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="${size.left}" y="26" font-size="16" font-weight="600">${title}</text>`,
    ...drawn,
    "</svg>\n",
  ].join("\n");
}

function draw({ title, lines }: Chart): string {
  const points = [...lines.values()].flat();
  const minutes = Math.max(...points.map(([minute]) => minute), 1e-3);
  const top = roundUp(Math.max(...points.map(([, value]) => value), 1e-3));
  const x = (minute: number) => size.left + (minute / minutes) * (size.width - size.left - size.right);
  const y = (value: number) => size.height - size.bottom - (value / top) * (size.height - size.top - size.bottom);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const [value, minute] = [share * top, share * minutes];
    return [
      `<line x1="${x(0)}" x2="${x(minutes)}" y1="${y(value)}" y2="${y(value)}" stroke="#e5e7eb"/>`,
      `<text x="${size.left - 8}" y="${y(value) + 4}" text-anchor="end" fill="#6b7280">${label(value)}</text>`,
      `<text x="${x(minute)}" y="${size.height - 8}" text-anchor="middle" fill="#6b7280">${label(minute)} min</text>`,
    ].join("");
  });
  const drawn = [...lines].map(([name, line], at) => {
    const colour = colours[at % colours.length];
    const path = line.map(([minute, value]) => `${x(minute).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
    const key = size.top + 6 + at * 18;
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
      `<text x="${size.width - size.right + 14}" y="${key}" fill="${colour}">${name}</text>`,
    ].join("");
  });
  return `<text x="${size.left}" y="20" font-weight="600">${title}</text>${grid.join("")}${drawn.join("")}`;
}

/** Rounds up to a number that divides well by four. */
function roundUp(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value));
  return Math.ceil(value / step / 0.4) * 0.4 * step;
}

const label = (value: number) => `${Number(value.toPrecision(3))}`;
