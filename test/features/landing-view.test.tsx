// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { blockTree } from '../../contract/landing/block-tree.ts';
import { pageTree } from '../../contract/landing/page-tree.ts';
import { element, type LandingNode } from '../../contract/landing/tree.ts';
import { blockTypes } from '../../contract/landing/values.ts';
import { printHtml } from '../../server/landing/pages/print-html.ts';
import { LandingView } from '../../src/features/flows/landing-view.tsx';
import { hostileTexts, pageContext, sampleBlocks } from '../helpers/page-blocks.ts';

/**
 * Returns the HTML that React renders for a node. Attribute names that React writes with capitals are converted to
 * lower case.
 */
const inReact = (node: LandingNode): string =>
  renderToStaticMarkup(<LandingView node={node} />).replaceAll(
    / (?:srcSet|autoComplete|maxLength|inputMode|tabIndex|dateTime|fetchPriority)=/g,
    (name) => name.toLowerCase(),
  );

const HREF = /^(?:https?:\/\/|mailto:|tel:\+|#|\/(?!\/))/;

/** Returns the elements and attributes in an HTML text that could run a script or load something from another site. */
function dangersIn(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const found: string[] = [];
  for (const node of body.querySelectorAll('*')) {
    if (/^(?:script|style|iframe|object|embed|svg|math|base|meta|link|template)$/i.test(node.tagName))
      found.push(node.tagName);
    for (const { name, value } of node.attributes) {
      if (/^(?:on|style$|srcdoc$|formaction$)/i.test(name)) found.push(name);
      if (name === 'href' && !HREF.test(value)) found.push(value);
      if (['src', 'srcset', 'action'].includes(name) && !/^\/(?!\/)/.test(value)) found.push(value);
    }
  }
  return found;
}

describe('a landing page in the editor and on the server', () => {
  it.each(blockTypes)('the editor shows a block of the type %s with the same HTML as the server', (type) => {
    const trees = sampleBlocks[type].map((block) => blockTree(block, pageContext()));
    expect(trees.some((tree) => tree !== null)).toBe(true);
    for (const tree of trees) if (tree) expect(printHtml(tree)).toBe(inReact(tree));
  });

  it.each(blockTypes)(
    'a block of the type %s renders nothing that runs a script or loads from another site',
    (type) => {
      for (const block of sampleBlocks[type]) {
        const tree = blockTree(block, pageContext());
        if (!tree) continue;
        expect(dangersIn(printHtml(tree))).toEqual([]);
        expect(dangersIn(inReact(tree))).toEqual([]);
      }
    },
  );

  it.each(hostileTexts)(
    'the title of a page, the name of its owner and a card add nothing that runs a script: %s',
    (text) => {
      const cards = [{ kind: 'book' as const, id: 'x', title: text, text, path: `/${text}` }];
      const context = pageContext({ owner_name: text, cards });
      const blocks = sampleBlocks.card.map((block) => ({ ...block, ref: { kind: 'book' as const, id: 'x' } }));
      const tree = pageTree({ title: text, blocks }, context);
      expect(dangersIn(printHtml(tree))).toEqual([]);
      expect(printHtml(tree)).toBe(inReact(tree));
    },
  );

  it.each([
    ['a script', element('script', {}, ['alert(1)'])],
    ['a style', element('style', {}, ['*{}'])],
    ['an inline frame', element('iframe', { src: 'https://a.example' })],
    ['an event handler', element('p', { onclick: 'alert(1)' })],
    ['inline styles', element('p', { style: 'color:red' })],
    ['a script as an address', element('a', { href: 'javascript:alert(1)' })],
    ['a script with a tab as an address', element('a', { href: 'java\tscript:alert(1)' })],
    ['an address with a control character', element('a', { href: 'https://a.example/\u0001' })],
    ['an address of another host without a scheme', element('a', { href: '//a.example' })],
    ['an image of another host', element('img', { src: 'https://a.example/x.png' })],
    ['a form that is sent elsewhere', element('form', { action: 'https://a.example' })],
    ['a video that is not on https', element('a', { 'data-src': 'javascript:alert(1)' })],
  ])('a landing page leaves out %s, even if a block contains it', (_name, node) => {
    const html = printHtml(element('div', {}, [node]));
    expect(dangersIn(html)).toEqual([]);
    expect(html).not.toMatch(/alert|a\.example|color/);
    expect(inReact(element('div', {}, [node]))).toBe(html);
  });

  it('the preview shows an image that is only on this device', () => {
    const node = element('picture', {}, [element('img', { src: 'blob:https://haversack.example/1', alt: '' })]);
    expect(inReact(node)).toBe('<picture><img src="blob:https://haversack.example/1" alt=""/></picture>');
  });
});
