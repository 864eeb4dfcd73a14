import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { capture } from '../../../src/app/last-screen/capture.ts';
import { createNode } from '../../../src/boot/paint-screen.ts';
import type { SavedNode } from '../../../src/lib/last-screen.ts';

const HEIGHT = 740;

const { innerHeight } = window;

beforeEach(() => {
  Object.assign(window, { innerHeight: HEIGHT });
  // jsdom has no layout.
  Element.prototype.checkVisibility = () => true;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ top: 0, width: 120 } as DOMRect);
});

// Other test files use the same window.
afterEach(() => {
  Object.assign(window, { innerHeight });
  Reflect.deleteProperty(Element.prototype, 'checkVisibility');
});

/** Captures this HTML, in which each element is 120 px wide. Returns the element that the next start paints. */
function captureAndPaint(html: string): HTMLElement {
  document.body.innerHTML = `<main>${html}</main>`;
  const saved = capture(document.body.firstElementChild!, 'Loading');
  // The database can store only plain values.
  return createNode(structuredClone(saved as SavedNode)) as HTMLElement;
}

test('a captured screen keeps texts, links, pictures of the server and the attributes that style sheets use', () => {
  const html =
    '<h1 class="a" lang="de">Kontakte</h1><a class="row" href="/contacts/1" aria-current="page" data-place="bar">Anna</a>' +
    '<img class="face" src="/media/abc" width="40" height="40"><svg viewBox="0 0 24 24" preserveAspectRatio="none"><path d="M1 1"></path></svg>' +
    '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table><button class="b" disabled="">Take</button>';
  expect(captureAndPaint(html).innerHTML).toBe(html);
});

test('a captured icon is painted in the namespace of SVG', () => {
  const svg = captureAndPaint('<svg viewBox="0 0 1 1"><g><path d="M0 0"></path></g></svg><b>x</b>');
  expect(svg.querySelector('path')?.namespaceURI).toBe('http://www.w3.org/2000/svg');
  expect(svg.querySelector('b')?.namespaceURI).toBe('http://www.w3.org/1999/xhtml');
});

test('a captured name that contains HTML is painted as text', () => {
  const name = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
  document.body.innerHTML = '<main><a href="/contacts/1"></a></main>';
  document.querySelector('a')!.textContent = name;
  const node = createNode(capture(document.querySelector('main')!, 'Loading') as SavedNode) as HTMLElement;
  expect(node.querySelectorAll('img, script')).toHaveLength(0);
  expect(node.querySelector('a')?.textContent).toBe(name);
});

test.each([
  ['a script', '<script>alert(1)</script>'],
  ['a style element', '<style>main { display: none }</style>'],
  ['a frame', '<iframe srcdoc="x"></iframe>'],
  ['an object', '<object data="/x"></object><embed src="/x">'],
  ['a form and its fields', '<form action="/x"><input name="a"></form>'],
  ['a template', '<template><b>x</b></template>'],
  ['an unknown element', '<x-unknown>x</x-unknown>'],
])('a captured screen leaves out %s', (_, html) => {
  expect(captureAndPaint(`${html}<b>rest</b>`).innerHTML).toBe('<b>rest</b>');
});

test.each([
  ['an event handler', '<b onclick="alert(1)">x</b>', '<b>x</b>'],
  ['a script as the target of a link', '<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['a link to another site', '<a href="//other.example/">x</a>', '<a>x</a>'],
  ['a link to a call of the API', '<a href="/api/x">x</a>', '<a>x</a>'],
  ['a picture from the memory of the page', '<img class="p" src="blob:http://x/1">', '<img class="p">'],
  ['a picture of another site', '<img src="//other.example/x.png">', '<img>'],
  ['a style that loads a file', '<b style="background: url(/x)">x</b>', '<b>x</b>'],
  ['an id, which only one element may have', '<b id="content">x</b>', '<b>x</b>'],
  ['the value of a field', '<input type="search" value="typed">', '<input type="search">'],
  ['the text of a field', '<textarea class="t">typed</textarea>', '<textarea class="t"></textarea>'],
  ['a reference to another element', '<svg><path xlink:href="#x"></path></svg>', '<svg><path></path></svg>'],
])('a captured element leaves out %s', (_, html, expected) => {
  expect(captureAndPaint(html).innerHTML).toBe(expected);
});

test('a captured screen keeps the place of a video', () => {
  expect(captureAndPaint('<video class="v" src="/media/1"></video>').innerHTML).toBe(
    '<div class="v" src="/media/1"></div>',
  );
});

test('a captured screen leaves out elements below the window', () => {
  document.body.innerHTML = '<main><b>a</b><b>b</b><b>c</b></main>';
  const tops = [0, HEIGHT - 1, HEIGHT];
  for (const [at, row] of [...document.querySelectorAll('b')].entries())
    row.getBoundingClientRect = () => ({ top: tops[at] }) as DOMRect;
  const saved = capture(document.querySelector('main')!, 'Loading');
  expect(saved).toEqual(['main', {}, ['b', {}, 'a'], ['b', {}, 'b']]);
});

test('a captured screen leaves out elements that are not visible', () => {
  document.body.innerHTML = '<main><b>a</b><b>b</b></main>';
  const [, hidden] = document.querySelectorAll('b');
  Object.assign(hidden!, { checkVisibility: () => false });
  expect(capture(document.querySelector('main')!, 'Loading')).toEqual(['main', {}, ['b', {}, 'a']]);
});

test('a captured screen keeps the content of an element that has no box of its own', () => {
  document.body.innerHTML = '<nav><div style="display: contents"><b>a</b></div></nav>';
  Object.assign(document.querySelector('div')!, { checkVisibility: () => false });
  expect(capture(document.querySelector('nav')!, 'Loading')).toEqual([
    'nav',
    {},
    ['div', { style: 'display: contents' }, ['b', {}, 'a']],
  ]);
});

test('a captured screen replaces the sync status with a text that says nothing about the sync', () => {
  const pill = '<a class="p" href="/sync" data-tone="need" data-busy="true">';
  const result = captureAndPaint(
    `${pill}<svg></svg><span class="l"><span role="status">Up to date, 9:14</span></span></a>`,
  );
  expect(result.innerHTML).toBe(
    '<a class="p" href="/sync" data-tone="neutral" data-busy="false" style="min-width: 120px; justify-content: center;">' +
      '<span class="l">Loading</span></a>',
  );
});

test.each([
  ['a row', '<ul><li><svg></svg><a href="/sync">Everything is sent</a></li></ul>', 'li'],
  ['a link', '<p><a href="/sync">2 changes not sent yet</a></p>', 'a'],
])('a captured screen hides %s that describes what was sent, and keeps its place', (_, html, hidden) => {
  const main = captureAndPaint(`${html}<ul><li><a href="/contacts/1">Anna</a></li></ul>`);
  expect([...main.querySelectorAll<HTMLElement>('*')].filter(({ style }) => style.visibility === 'hidden')).toEqual([
    main.querySelector(hidden),
  ]);
});

test('a captured screen keeps the menu item of the sync centre', () => {
  document.body.innerHTML = '<nav><a href="/sync">Sync centre</a></nav>';
  expect(capture(document.querySelector('nav')!, 'Loading')).toEqual([
    'nav',
    {},
    ['a', { href: '/sync' }, 'Sync centre'],
  ]);
});
