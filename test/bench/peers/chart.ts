/** A time as a multiple of the floor of its group. */
export interface Bar {
  name: string;
  multiple: number;
  /** Whether the bar belongs to the app itself. */
  isOwn: boolean;
}

export interface Group {
  title: string;
  bars: readonly Bar[];
}

export interface Chart {
  title: string;
  /** What the line at 1 stands for. */
  floor: string;
  /** When and on what machine the times were measured. */
  conditions: readonly string[];
  groups: readonly Group[];
}

const WIDTH = 760;
const MARGIN = 24;
const LINE = 20;
const BAR = { height: 14, step: 22 };
/** Where the bars may begin and end. On the left are their names, on the right their numbers. */
const PLOT = { left: 140, right: 670 };
const GROUP_HEAD = 34;

const styles = `
    :root { --paper: #fbf9f5; --ink: #23211d; --quiet: #6b655b; --line: #cfc8bb; --own: #0e5e5a; --other: #b3a992; }
    @media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --ink: #efebe3; --quiet: #a8a194; --line: #4a463f; --own: #6fc7bf; --other: #7d7465; } }
    .paper { fill: var(--paper); } text { fill: var(--ink); font-size: 13px; } .head { font-size: 15px; font-weight: 650; }
    .group { font-weight: 650; } .small { fill: var(--quiet); font-size: 12px; } .number { text-anchor: end; } .tick { text-anchor: middle; }
    .grid { stroke: var(--line); } .floor { stroke: var(--ink); stroke-width: 1.5; } .own { fill: var(--own); } .other { fill: var(--other); }
    .ownName { fill: var(--own); font-weight: 650; }`;

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const round = (value: number): number => Math.round(value * 10) / 10;

/** Formats a multiple with two significant digits: 0.034×, 1.2×, 41×. */
export const formatMultiple = (multiple: number): string => `${Number(multiple.toPrecision(2))}×`;

/** A logarithmic scale that covers all multiples and 1, from one power of ten to another. */
interface Scale {
  ticks: number[];
  x(multiple: number): number;
}

function scaleOf(groups: readonly Group[]): Scale {
  const multiples = groups.flatMap(({ bars }) => bars.map(({ multiple }) => multiple));
  const invalid = multiples.find((multiple) => !(multiple > 0 && Number.isFinite(multiple)));
  if (invalid !== undefined) throw new RangeError(`a bar cannot show ${invalid}`);
  const first = Math.floor(Math.log10(Math.min(1, ...multiples)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(1, ...multiples))));
  const perDecade = (PLOT.right - PLOT.left) / (last - first);
  return {
    ticks: Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index)),
    x: (multiple) => PLOT.left + (Math.log10(multiple) - first) * perDecade,
  };
}

function drawBar({ name, multiple, isOwn }: Bar, y: number, { x }: Scale): string {
  const [from, to] = [Math.min(x(1), x(multiple)), Math.max(x(1), x(multiple))];
  const baseline = y + BAR.height - 3;
  return `  <text${isOwn ? ' class="ownName"' : ''} x="${MARGIN}" y="${baseline}">${escape(name)}</text>
  <rect class="${isOwn ? 'own' : 'other'}" x="${round(from)}" y="${y}" width="${round(to - from)}" height="${BAR.height}"/>
  <text class="number" x="${WIDTH - MARGIN}" y="${baseline}">${formatMultiple(multiple)}</text>`;
}

function drawScale({ ticks, x }: Scale, top: number, bottom: number): string {
  return ticks
    .map((tick) => {
      const at = round(x(tick));
      return `  <line class="${tick === 1 ? 'floor' : 'grid'}" x1="${at}" x2="${at}" y1="${top}" y2="${bottom}"/>
  <text class="small tick" x="${at}" y="${top - 6}">${tick}×</text>`;
    })
    .join('\n');
}

/** Draws horizontal bars on a logarithmic scale. They begin at the floor: those to the left of it are faster. */
export function drawChart({ title, floor, conditions, groups }: Chart): string {
  const scale = scaleOf(groups);
  const top = MARGIN + LINE * 3;
  const parts: string[] = [];
  let y = top;
  for (const group of groups) {
    parts.push(`  <text class="group" x="${MARGIN}" y="${y + LINE}">${escape(group.title)}</text>`);
    y += GROUP_HEAD;
    for (const bar of group.bars) {
      parts.push(drawBar(bar, y, scale));
      y += BAR.step;
    }
  }
  const lines = conditions.map(
    (line, index) => `  <text class="small" x="${MARGIN}" y="${y + LINE * (index + 1)}">${escape(line)}</text>`,
  );
  const height = y + LINE * conditions.length + MARGIN;
  const values = groups.map(
    (group) =>
      `${group.title}: ${group.bars.map(({ name, multiple }) => `${name} ${formatMultiple(multiple)}`).join(', ')}.`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title desc" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif">
  <title id="title">${escape(title)}</title>
  <desc id="desc">${escape(values.join(' '))}</desc>
  <style>${styles}
  </style>
  <rect class="paper" width="${WIDTH}" height="${height}" rx="10"/>
  <text class="head" x="${MARGIN}" y="${MARGIN + 12}">${escape(title)}</text>
  <text class="small" x="${MARGIN}" y="${MARGIN + 32}">${escape(`Logarithmic scale. 1× is ${floor}; bars to the left of it are faster.`)}</text>
${drawScale(scale, top, y)}
${parts.join('\n')}
${lines.join('\n')}
</svg>
`;
}
