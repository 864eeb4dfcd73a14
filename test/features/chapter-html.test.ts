import { expect, it, vi } from 'vitest';
import { blockElementsIn, chapterFragment } from '../../src/features/books/chapter-html.ts';

const scriptRan = vi.fn<() => void>();

function renderChapter(html: string, pictures: readonly string[] = []): HTMLElement {
  Object.assign(globalThis, { scriptRan });
  const host = document.createElement('div');
  host.append(chapterFragment(html, pictures));
  document.body.replaceChildren(host);
  return host;
}

/** Returns the names of all remaining attributes. */
const attributes = (host: HTMLElement): string[] => [
  ...new Set([...host.querySelectorAll('*')].flatMap((element) => element.getAttributeNames())),
];

const hostile: [string, string][] = [
  ['a script', '<script>scriptRan()</script>'],
  ['a script in an SVG', '<svg><script>scriptRan()</script></svg>'],
  ['an SVG with a load handler', '<svg onload="scriptRan()"><circle r="4"/></svg>'],
  ['an SVG that animates a URL', '<svg><a><animate attributeName="href" values="javascript:scriptRan()"/></a></svg>'],
  [
    'an SVG with an embedded page',
    '<svg><foreignObject><iframe srcdoc="<script>scriptRan()</script>"/></foreignObject></svg>',
  ],
  ['a picture with an error handler', '<img src="x" onerror="scriptRan()" data-picture="9">'],
  [
    'an element with a pointer handler',
    '<p onmouseover="scriptRan()" onfocus="scriptRan()" tabindex="0" autofocus>Words</p>',
  ],
  ['a link that runs a script', '<a href="javascript:scriptRan()">Go</a><a href=" java&#10;script:scriptRan()">Go</a>'],
  ['a link with a data URL', '<a href="data:text/html,<script>scriptRan()</script>">Go</a>'],
  ['a frame', '<iframe src="https://evil.example"></iframe><frameset><frame src="x"></frameset>'],
  ['an object', '<object data="x.swf"><embed src="x.swf"></object><applet code="x"></applet>'],
  ['a page with a redirect', '<meta http-equiv="refresh" content="0;url=https://evil.example"><base href="//evil">'],
  ['a style', '<style>@import url(https://evil.example/a.css); p { background: url(https://evil.example) }</style>'],
  ['an inline style', '<p style="background:url(https://evil.example);position:fixed">Words</p>'],
  ['a style sheet', '<link rel="stylesheet" href="https://evil.example/a.css">'],
  [
    'a form',
    '<form action="https://evil.example"><input name="password"><button formaction="javascript:scriptRan()">Go</button>',
  ],
  ['a video', '<video src="https://evil.example/a.mp4" autoplay onplay="scriptRan()"></video><audio src="x"></audio>'],
  [
    'MathML with a link to another page',
    '<math><maction actiontype="statusline" href="javascript:scriptRan()"><mi>x</mi></maction></math>',
  ],
  [
    'MathML that hides HTML',
    '<math><mtext><table><mglyph><style><img src=x onerror="scriptRan()"></style></mglyph></table></mtext></math>',
  ],
  ['a comment that hides HTML', '<!--><img src=x onerror="scriptRan()">--><p>Words</p>'],
  [
    'a template',
    '<template><img src=x onerror="scriptRan()"></template><noscript><p title="</noscript><img src=x onerror=scriptRan()>">',
  ],
  [
    'names that shadow the page’s own',
    '<img name="getElementById" data-picture="9"><form id="documentElement"></form>',
  ],
];

it.each(hostile)('removes %s from book chapters', async (_, html) => {
  const host = renderChapter(`<p>Before</p>${html}<p>After</p>`);
  for (const element of host.querySelectorAll('*')) element.dispatchEvent(new Event('click', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(scriptRan).not.toHaveBeenCalled();
  const forbiddenElements =
    'script,style,link,meta,base,iframe,frame,object,embed,applet,form,input,button,video,audio,svg,template';
  expect(host.querySelectorAll(forbiddenElements)).toHaveLength(0);
  expect(attributes(host).filter((name) => /^on|^style$|^src|^srcdoc$|^autofocus$|^name$|action/.test(name))).toEqual(
    [],
  );
  expect(host.innerHTML).not.toMatch(/javascript:|data:text|evil\.example/i);
  expect(host.textContent).toContain('Before');
});

it('keeps text direction, language, tables, formulas and ruby in chapters', () => {
  const host = renderChapter(`<section dir="rtl" lang="ar"><p>مرحبا <bdi>x</bdi></p></section>
    <table><tbody><tr><th colspan="2">A</th></tr></tbody></table><ol start="3"><li value="4">Four</li></ol>
    <math display="block"><mfrac><mi>a</mi><mn>2</mn></mfrac></math><ruby>漢<rt>kan</rt></ruby>`);
  expect(host.querySelector('section')?.dir).toBe('rtl');
  expect(host.querySelector('section')?.lang).toBe('ar');
  expect(host.querySelector('th')?.colSpan).toBe(2);
  expect(host.querySelector('ol')?.start).toBe(3);
  expect(host.querySelector('math')?.getAttribute('display')).toBe('block');
  expect(host.querySelector('math')?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
  expect(host.querySelector('rt')?.textContent).toBe('kan');
});

it('shows local copies of the images in a chapter and drops missing ones', () => {
  const html =
    '<img data-picture="1" alt="Two"><img data-picture="7" alt="None"><img src="https://evil.example/a.png">';
  const images = renderChapter(html, ['blob:one', 'blob:two']).querySelectorAll('img');
  expect([...images].map(({ src, alt }) => [src, alt])).toEqual([['blob:two', 'Two']]);
});

it('keeps links within a book, opens https links in a new tab, and disables all others', () => {
  const links = renderChapter(
    '<a href="#2/end">On</a><a href="https://example.org/">Out</a><a href="/profile">App</a><a href="http://example.org/">Plain</a>',
  ).querySelectorAll('a');
  expect([...links].map(({ target, rel }) => [target, rel])).toEqual([
    ['', ''],
    ['_blank', 'noopener noreferrer'],
    ['', ''],
    ['', ''],
  ]);
  expect([...links].map((link) => link.getAttribute('href'))).toEqual(['#2/end', 'https://example.org/', null, null]);
});

it('lists the blocks of a chapter in document order', () => {
  const host = renderChapter('<h1>One</h1><p>Two</p><ul><li>Three</li></ul><math><mi>x</mi></math>');
  expect(blockElementsIn(host).map(({ textContent }) => textContent)).toEqual(['One', 'Two', 'Three', 'x']);
});
