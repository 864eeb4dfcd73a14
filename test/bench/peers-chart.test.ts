import { expect, it } from 'vitest';
import { drawChart, formatMultiple, type Chart } from './peers/chart.ts';

const chart: Chart = {
  title: 'Contacts <in browsers>',
  floor: 'plain IndexedDB',
  conditions: ['28 November 2026, 2 cores', 'Medians of 5 rounds'],
  groups: [
    {
      title: 'Mirror (4.2 s)',
      bars: [
        { name: 'Haversack', multiple: 2.13, isOwn: true },
        { name: 'Slow & old', multiple: 100, isOwn: false },
      ],
    },
    { title: 'Search (800 ms)', bars: [{ name: 'Haversack', multiple: 0.1, isOwn: true }] },
  ],
};

const withMultiples = (...multiples: number[]): Chart => ({
  ...chart,
  groups: [{ title: 'Start', bars: multiples.map((multiple) => ({ name: 'Dexie', multiple, isOwn: false })) }],
});

type Attributes = Record<string, string>;

/** Returns the attributes of all elements with a tag and a class, and their texts. */
function elements(svg: string, tag: string, classes = ''): (Attributes & { text: string })[] {
  return [...svg.matchAll(new RegExp(`<${tag}( [^>]*?)/?>([^<]*)`, 'g'))]
    .map(([, attributes = '', text = '']) => ({
      ...Object.fromEntries([...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
      text,
    }))
    .filter((element: Attributes) => (element['class'] ?? '').split(' ').includes(classes));
}

const bars = (svg: string) => elements(svg, 'rect', 'own').concat(elements(svg, 'rect', 'other'));

// The scale of the chart reaches from 0.1 at 140 to 100 at 670.
const decade = 530 / 3;
const one = 140 + decade;

it('draws each bar from the floor to its multiple, on a logarithmic scale', () => {
  const [own, fast, slow] = bars(drawChart(chart)).map(({ x, width }) => [Number(x), Number(width)]);
  expect(own).toEqual([expect.closeTo(one, 1), expect.closeTo(Math.log10(2.13) * decade, 1)]);
  expect(slow).toEqual([expect.closeTo(one, 1), expect.closeTo(2 * decade, 1)]);
  expect(fast).toEqual([expect.closeTo(140, 1), expect.closeTo(decade, 1)]);
});

it('marks the powers of ten, and the floor with a line of its own', () => {
  const svg = drawChart(chart);
  const marks = elements(svg, 'text', 'tick').map(({ x, text }) => [Number(x), text]);
  expect(marks).toEqual([
    [140, '0.1×'],
    [expect.closeTo(one, 1), '1×'],
    [expect.closeTo(one + decade, 1), '10×'],
    [670, '100×'],
  ]);
  const lines = [...elements(svg, 'line', 'grid'), ...elements(svg, 'line', 'floor')].map(({ x1, x2 }) => [x1, x2]);
  expect(lines.map(([x1]) => Number(x1)).toSorted((a, b) => a - b)).toEqual(marks.map(([x]) => x));
  expect(lines.every(([x1, x2]) => x1 === x2)).toBe(true);
  expect(elements(svg, 'line', 'floor').map(({ x1 }) => Number(x1))).toEqual([expect.closeTo(one, 1)]);
});

it('writes the name and the number of each bar in its row', () => {
  const svg = drawChart(chart);
  const texts = elements(svg, 'text').concat(elements(svg, 'text', 'ownName'), elements(svg, 'text', 'number'));
  const rows = bars(svg)
    .map(({ y }) => Number(y))
    .toSorted((a, b) => a - b)
    .map((top) => texts.filter(({ y }) => Number(y) > top && Number(y) < top + 14).map(({ text }) => text));
  expect(rows).toEqual([
    ['Haversack', '2.1×'],
    ['Slow &amp; old', '100×'],
    ['Haversack', '0.1×'],
  ]);
  expect(elements(svg, 'rect', 'own')).toHaveLength(2);
});

it('lets no two rows overlap, and puts the title of a group above its bars', () => {
  const svg = drawChart(chart);
  const tops = bars(svg)
    .map(({ y }) => Number(y))
    .toSorted((a, b) => a - b);
  const titles = elements(svg, 'text', 'group').map(({ y, text }) => [Number(y), text] as const);
  expect(titles.map(([, text]) => text)).toEqual(['Mirror (4.2 s)', 'Search (800 ms)']);
  expect(titles[0]![0]).toBeLessThan(tops[0]!);
  expect(titles[1]![0]).toBeGreaterThan(tops[1]! + 14 + 10);
  expect(titles[1]![0]).toBeLessThan(tops[2]!);
  for (const [index, top] of tops.slice(1).entries()) expect(top - tops[index]!).toBeGreaterThanOrEqual(14 + 4);
});

it('contains the title, the floor, the conditions, and all numbers as text', () => {
  const svg = drawChart(chart);
  const small = elements(svg, 'text', 'small').map(({ text }) => text);
  expect(small).toEqual(
    expect.arrayContaining([...chart.conditions, expect.stringContaining('1× is plain IndexedDB')]),
  );
  expect(elements(svg, 'text', 'head').map(({ text }) => text)).toEqual(['Contacts &lt;in browsers&gt;']);
  expect(svg).toContain(
    '<desc id="desc">Mirror (4.2 s): Haversack 2.1×, Slow &amp; old 100×. Search (800 ms): Haversack 0.1×.</desc>',
  );
  const height = Number(/viewBox="0 0 760 (\d+)"/.exec(svg)?.[1]);
  const lowest = Math.max(...[...svg.matchAll(/ y2?="(\d+)"/g)].map(([, y]) => Number(y)));
  expect(height).toBeGreaterThan(lowest);
  expect(height).toBeLessThan(lowest + 40);
});

it('has each colour for light and for dark pages', () => {
  const svg = drawChart(chart);
  const used = new Set([...svg.matchAll(/var\((--\w+)\)/g)].map(([, name]) => name));
  const schemes = [...svg.matchAll(/:root \{([^}]*)\}/g)].map(([, colours = '']) => colours.match(/--\w+/g));
  expect(schemes).toHaveLength(2);
  for (const scheme of schemes) expect(new Set(scheme)).toEqual(used);
  expect(svg).toMatch(/@media \(prefers-color-scheme: dark\) \{ :root/);
});

it('always shows the floor, and at least one power of ten', () => {
  const marks = (multiples: number[]) =>
    elements(drawChart(withMultiples(...multiples)), 'text', 'tick').map(({ text }) => text);
  expect(marks([3, 40])).toEqual(['1×', '10×', '100×']);
  expect(marks([0.5])).toEqual(['0.1×', '1×']);
  expect(marks([1])).toEqual(['1×', '10×']);
});

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d as a multiple', (multiple) => {
  expect(() => drawChart(withMultiples(multiple))).toThrow(RangeError);
});

it.each([
  [0.0342, '0.034×'],
  [0.996, '1×'],
  [1.25, '1.3×'],
  [9.96, '10×'],
  [41.4, '41×'],
  [1234, '1200×'],
])('formats %d as %s', (multiple, text) => {
  expect(formatMultiple(multiple)).toBe(text);
});
