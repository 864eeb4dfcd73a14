import { describe, expect, it } from 'vitest';
import { blockTree } from '../../contract/landing/block-tree.ts';
import { durationText } from '../../contract/landing/duration.ts';
import { pageTree } from '../../contract/landing/page-tree.ts';
import type { LandingElement, LandingNode } from '../../contract/landing/tree.ts';
import { videoSource } from '../../contract/landing/video.ts';
import { printHtml } from '../../server/landing/pages/print-html.ts';
import { idOf, pageBlock, pageContext, testImage } from '../helpers/page-blocks.ts';

const inner = (block: Parameters<typeof blockTree>[0], context = pageContext()): string =>
  (blockTree(block, context)?.children ?? []).map(printHtml).join('');
const textBlock = (text: string): string => inner(pageBlock('text', { text }));
const elementsOf = (node: LandingNode, tag: RegExp): LandingElement[] =>
  typeof node === 'string'
    ? []
    : [...(tag.test(node.tag) ? [node] : []), ...node.children.flatMap((child) => elementsOf(child, tag))];
const textOf = (node: LandingNode): string => (typeof node === 'string' ? node : node.children.map(textOf).join(''));
const headings = (blocks: Parameters<typeof pageTree>[0]['blocks']): string[] =>
  elementsOf(pageTree({ title: 'Spring', blocks }, pageContext()), /^h[1-6]$/).map(
    (node) => `${node.tag} ${textOf(node)}`,
  );

describe('the text of a landing page', () => {
  it.each([
    ['one\ntwo', '<p>one<br/>two</p>'],
    ['one\n\ntwo', '<p>one</p><p>two</p>'],
    ['**bold** and *italic*', '<p><strong>bold</strong> and <em>italic</em></p>'],
    ['**bold *and italic***', '<p><strong>bold <em>and italic</em></strong></p>'],
    ['2 * 3 * 4 and **', '<p>2 * 3 * 4 and **</p>'],
    ['- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['before\n- a\nafter', '<p>before</p><ul><li>a</li></ul><p>after</p>'],
    ['# no heading\n> no quote', '<p># no heading<br/>&gt; no quote</p>'],
    ['<b>no HTML</b> &amp;', '<p>&lt;b&gt;no HTML&lt;/b&gt; &amp;amp;</p>'],
    [
      '`no code` ![x](https://a.example/b.png)',
      '<p>`no code` !<a href="https://a.example/b.png" rel="nofollow ugc noopener">x</a></p>',
    ],
    ['[ours](https://a.example/b)', '<p><a href="https://a.example/b" rel="nofollow ugc noopener">ours</a></p>'],
    [
      'see https://a.example/b.',
      '<p>see <a href="https://a.example/b" rel="nofollow ugc noopener">https://a.example/b</a>.</p>',
    ],
    ['[x](javascript:alert)', '<p>[x](javascript:alert)</p>'],
    ['[x](/inside)', '<p>[x](/inside)</p>'],
    ['[x](https://user@a.example)', '<p>[x](https://user@a.example)</p>'],
    [
      '[a https://b.example](https://a.example)',
      '<p><a href="https://a.example" rel="nofollow ugc noopener">a https://b.example</a></p>',
    ],
  ])('shows the text %j as paragraphs, lists and links', (text, html) => {
    expect(textBlock(text)).toBe(html);
  });

  it('converts a text of maximum length made of repeated markup characters', () => {
    for (const mark of ['*', '**', '[', '[a](', '*a', 'https://'])
      expect(textBlock(mark.repeat(4000 / mark.length)).length).toBeGreaterThan(0);
  });
});

describe('the structure of a landing page', () => {
  it('the only first-level heading of a landing page is the title of its first titled hero', () => {
    const blocks = [
      pageBlock('hero', { title: '' }),
      pageBlock('hero', { title: 'Open evening' }),
      pageBlock('hero', { title: 'Once more' }),
    ];
    expect(headings(blocks)).toEqual(['h1 Open evening', 'h2 Once more']);
  });

  it('the heading of a landing page is the title of the flow if no hero has a title', () => {
    expect(headings([pageBlock('heading', { text: 'Why' })])).toEqual(['h1 Spring', 'h2 Why']);
    expect(headings([pageBlock('hero', { title: 'Hidden' }, { hidden: true })])).toEqual(['h1 Spring']);
  });

  it('a landing page skips no heading level', () => {
    const blocks = [
      pageBlock('hero', { title: 'Open evening' }),
      pageBlock('heading', { text: 'a', level: 3 }),
      pageBlock('heading', { text: 'b', level: 3 }),
      pageBlock('heading', { text: 'c', level: 2 }),
    ];
    expect(headings(blocks)).toEqual(['h1 Open evening', 'h2 a', 'h3 b', 'h2 c']);
  });

  it('a landing page orders its blocks by position and then by id, and leaves out hidden ones', () => {
    const blocks = [
      pageBlock('heading', { text: 'third' }, { position: 'b0' }),
      pageBlock('heading', { text: 'second' }, { position: 'a1', id: idOf(9002) }),
      pageBlock('heading', { text: 'first' }, { position: 'a1', id: idOf(9001) }),
      pageBlock('heading', { text: 'never' }, { position: 'a0', hidden: true }),
    ];
    expect(headings(blocks).slice(1)).toEqual(['h2 first', 'h2 second', 'h2 third']);
  });

  it('a landing page has a main part, and a footer with policy, terms, unsubscribe link and owner', () => {
    const tree = pageTree({ title: 'Spring', blocks: [] }, pageContext({ lang: 'de' }));
    expect(tree.children.map((node) => (node as LandingElement).tag)).toEqual(['main', 'footer']);
    const [footer] = elementsOf(tree, /^footer$/);
    expect(elementsOf(footer!, /^a$/).map(({ attributes }) => attributes['href'])).toEqual([
      'https://haversack.example/pages/privacy',
      'https://haversack.example/pages/offer',
      '/unsubscribe/de',
    ]);
    expect(textOf(footer!)).toContain('Eine Seite von Anna');
  });

  it('only one visible form of a landing page has the id to which buttons link', () => {
    const blocks = [pageBlock('form', {}, { hidden: true }), pageBlock('form'), pageBlock('form')];
    const tree = pageTree({ title: 'Spring', blocks }, pageContext());
    expect(elementsOf(tree, /^div$/).filter(({ attributes }) => attributes['id'] === 'form')).toHaveLength(1);
    expect(elementsOf(tree, /^form$/)).toHaveLength(2);
  });
});

describe('the images of a landing page', () => {
  const imgOf = (tree: LandingElement | null) => elementsOf(tree!, /^img$/)[0]!.attributes;

  it('loads images in the first hero of a landing page eagerly, and all others lazily', () => {
    const [first, second] = [
      pageBlock('hero', { title: 'a', image: testImage() }),
      pageBlock('hero', { title: 'b', image: testImage() }),
    ];
    const tree = pageTree({ title: 'Spring', blocks: [first, second] }, pageContext());
    const [eager, lazy] = elementsOf(tree, /^img$/).map(({ attributes }) => attributes);
    expect(eager).toMatchObject({ fetchpriority: 'high', width: '1200', height: '800' });
    expect(eager!['loading']).toBeUndefined();
    expect(lazy).toMatchObject({ loading: 'lazy' });
    expect(imgOf(blockTree(pageBlock('image', { image: testImage() }), pageContext()))).toMatchObject({
      loading: 'lazy',
    });
  });

  it('decorative images of a landing page have an empty description', () => {
    const block = pageBlock('image', { image: testImage(), alt: 'A tree', decorative: true });
    expect(imgOf(blockTree(block, pageContext()))['alt']).toBe('');
    expect(imgOf(blockTree({ ...block, decorative: false }, pageContext()))['alt']).toBe('A tree');
  });

  it('images of a landing page are left out while they are not available', () => {
    const context = pageContext({ image: () => null });
    expect(blockTree(pageBlock('image', { image: testImage() }), context)).toBeNull();
    expect(blockTree(pageBlock('gallery', { images: [{ image: testImage(), alt: '' }] }), context)).toBeNull();
    expect(inner(pageBlock('hero', { title: 'a', image: testImage() }), context)).not.toContain('picture');
  });
});

describe('the form of a landing page', () => {
  const fieldsOf = (block: Parameters<typeof blockTree>[0]) =>
    elementsOf(blockTree(block, pageContext())!, /^(?:input|textarea)$/).map(({ attributes }) => attributes);
  const required = (block: Parameters<typeof blockTree>[0]) =>
    fieldsOf(block).flatMap(({ name, required: is }) => (is ? [name] : []));

  it('a landing page form is posted with the id of its block and the version number', () => {
    const block = pageBlock('form');
    const [form] = elementsOf(blockTree(block, pageContext())!, /^form$/);
    expect(form!.attributes).toMatchObject({ action: '/l/spring/form', method: 'post' });
    expect(fieldsOf(block)[0]).toMatchObject({ type: 'hidden', name: 'form', value: block.id });
    expect(fieldsOf(block)[1]).toMatchObject({ type: 'hidden', name: 'version', value: '3' });
  });

  it('the form of a landing page requires the name, the consent and, if it asks for only one contact method, that method', () => {
    expect(required(pageBlock('form', { fields: ['name', 'phone', 'city'] }))).toEqual(['name', 'phone', 'consent']);
    expect(required(pageBlock('form', { fields: ['name', 'phone', 'email'] }))).toEqual(['name', 'consent']);
    expect(inner(pageBlock('form', { fields: ['phone', 'email'] }))).toContain('is enough');
  });

  it('the form of a landing page has a label for each visible field, and limits the lengths of the fields', () => {
    const tree = blockTree(
      pageBlock('form', { fields: ['name', 'phone', 'email', 'city', 'comment'] }),
      pageContext(),
    )!;
    const labelled = elementsOf(tree, /^label$/).map(({ attributes }) => attributes['for']);
    const fields = elementsOf(tree, /^(?:input|textarea)$/).filter(({ attributes }) => attributes['type'] !== 'hidden');
    expect(fields.map(({ attributes }) => attributes['id'])).toEqual(labelled);
    expect(fields.map(({ attributes }) => attributes['maxlength'])).toEqual([
      '100',
      '40',
      '254',
      '100',
      '2000',
      undefined,
      undefined,
    ]);
  });

  it('the form of a landing page hides its honeypot field even from keyboards and screen readers', () => {
    const honeypot = fieldsOf(pageBlock('form')).find(({ name }) => name === 'website');
    expect(honeypot).toMatchObject({ tabindex: '-1', autocomplete: 'off' });
    expect(inner(pageBlock('form'))).toContain('<div class="extra" aria-hidden="true">');
  });

  it("the button of a form has the label of its block, or a default label in the page's language", () => {
    expect(inner(pageBlock('form', { label: 'Join' }))).toContain('<button type="submit">Join</button>');
    expect(inner(pageBlock('form'), pageContext({ lang: 'ru' }))).toContain('<button type="submit">Отправить</button>');
  });
});

describe('other blocks of a landing page', () => {
  it.each([
    [{ kind: 'form', value: '' }, '#form'],
    [{ kind: 'phone', value: '+4915112345678' }, 'tel:+4915112345678'],
    [{ kind: 'telegram', value: 'anna_k' }, 'https://t.me/anna_k'],
    [{ kind: 'url', value: 'https://a.example/b' }, 'https://a.example/b'],
  ] as const)('links a button with the target %j to %s', (target, href) => {
    expect(inner(pageBlock('button', { label: 'Go', target }))).toContain(`href="${href}"`);
  });

  it('a landing page leaves out a button that lacks a label or an address', () => {
    expect(
      blockTree(pageBlock('button', { label: 'Go', target: { kind: 'url', value: '' } }), pageContext()),
    ).toBeNull();
    expect(blockTree(pageBlock('button', { label: '' }), pageContext())).toBeNull();
  });

  it('a landing page shows contact details as links', () => {
    const html = inner(
      pageBlock('contacts', { phone: '+491', email: 'a@b.example', telegram: 'anna_k', address: 'Here 1\nTown' }),
    );
    for (const part of [
      'href="tel:+491"',
      'href="mailto:a@b.example"',
      'href="https://t.me/anna_k"',
      'Here 1<br/>Town',
    ])
      expect(html).toContain(part);
  });

  it('a countdown shows the time that is left, and at its end a closing text or nothing', () => {
    const block = pageBlock('countdown', { until: '2026-03-05T09:30:00.000Z', expired_text: 'Too late' });
    expect(inner(block)).toBe(
      '<div class="countdown"><p class="left">3 days 1 hour left</p><time datetime="2026-03-05T09:30:00.000Z">5 March 2026 at 09:30 UTC</time></div>',
    );
    const contextAtEnd = pageContext({ now: '2026-03-05T09:30:00.000Z' });
    expect(inner(block, contextAtEnd)).toBe('<p class="countdown">Too late</p>');
    expect(blockTree({ ...block, expired_text: '' }, contextAtEnd)).toBeNull();
  });

  it.each([
    [1, 'en', '1 minute'],
    [3_600_000, 'ru', '1 час'],
    [90_000_000, 'de', '1 Tag 1 Stunde'],
    [86_400_000 + 60_000, 'en', '1 day'],
  ] as const)('writes %i ms as a duration in the language %s: %s', (ms, lang, text) => {
    expect(durationText(ms, lang)).toBe(text);
  });

  it.each([
    ['https://www.youtube.com/watch?v=abcdefgh123', 'https://www.youtube-nocookie.com/embed/abcdefgh123?autoplay=1'],
    ['https://youtu.be/abcdefgh123?t=5', 'https://www.youtube-nocookie.com/embed/abcdefgh123?autoplay=1'],
    ['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789?autoplay=1&dnt=1'],
    ['https://files.example/a/b.mp4', 'https://files.example/a/b.mp4'],
  ])('links to the video at %s, and gives the player the source %s', (url, src) => {
    expect(videoSource(url)?.src).toBe(src);
    const [link] = elementsOf(blockTree(pageBlock('video', { url }), pageContext())!, /^a$/);
    expect(link!.attributes).toMatchObject({ href: url, 'data-src': src });
  });

  it('a video that cannot be played within a landing page is a link to its host', () => {
    const block = pageBlock('video', { url: 'https://www.youtube.com/@channel' });
    expect(inner(block)).not.toContain('data-src');
    expect(inner(block)).toContain('href="https://www.youtube.com/@channel"');
  });

  it('a landing page shows the card of a record, and nothing if the record does not exist', () => {
    expect(inner(pageBlock('card', { ref: { kind: 'book', id: idOf(999) } }))).toContain(
      `href="https://haversack.example/books/${idOf(999)}"`,
    );
    expect(blockTree(pageBlock('card', { ref: { kind: 'lesson', id: idOf(999) } }), pageContext())).toBeNull();
  });

  it('a landing page shows an older block with default values for missing props', () => {
    const { fields: _, label: __, ...older } = pageBlock('form', { consent: 'Yes' });
    expect(inner(older as Parameters<typeof blockTree>[0])).toContain('name="phone"');
  });
});
