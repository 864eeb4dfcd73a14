import type { Flow } from '../entities/flow.ts';
import type { LandingBlock } from '../entities/landing-block.ts';
import { byPosition } from './block-order.ts';
import { blockTree, type BlockPlace } from './block-tree.ts';
import type { LandingContext } from './context.ts';
import { plainNodes } from './markdown.ts';
import { pageTexts } from './page-texts.ts';
import { imageHashesOf } from './props.ts';
import { element, type LandingElement } from './tree.ts';

/** A page: its title and its blocks, which need not be sorted. */
export interface LandingPage {
  title: string;
  blocks: readonly LandingBlock[];
}

/** A visible block with its element; null if it has no content to show yet. */
export interface ShownBlock {
  block: LandingBlock;
  tree: LandingElement | null;
}

/** Returns the blocks that visitors see, in the order of the page. */
export const visibleBlocks = (blocks: readonly LandingBlock[]): LandingBlock[] =>
  blocks.filter(({ hidden }) => !hidden).sort(byPosition);

/** Returns the SHA-256 of each image that visitors see, including the cover. */
export const shownImageHashes = ({ cover, blocks }: Pick<Flow, 'cover'> & Pick<LandingPage, 'blocks'>): string[] => [
  ...new Set([...(cover ? [cover.sha256] : []), ...visibleBlocks(blocks).flatMap((block) => imageHashesOf(block))]),
];

/**
 * Returns the block whose title is the title of the page: the first hero that has one. If there is none, the page shows
 * its own title.
 */
const titleBlock = (blocks: readonly LandingBlock[]): LandingBlock | undefined =>
  blocks.find(({ type, title }) => type === 'hero' && Boolean(title));

/** Returns the level of each heading block. The first one always has level 2, so that no level is skipped. */
function levelsOf(blocks: readonly LandingBlock[]): Map<string, BlockPlace['level']> {
  let hasSecond = false;
  const levels = new Map<string, BlockPlace['level']>();
  for (const { id, type, level } of blocks) {
    if (type !== 'heading') continue;
    levels.set(id, hasSecond && level === 3 ? 3 : 2);
    hasSecond = true;
  }
  return levels;
}

/** Returns the visible blocks in the order of the page, each with its element. */
export function shownBlocks({ blocks }: LandingPage, context: LandingContext): ShownBlock[] {
  const visible = visibleBlocks(blocks);
  const title = titleBlock(visible);
  const form = visible.find(({ type }) => type === 'form');
  const levels = levelsOf(visible);
  return visible.map((block, index) => ({
    block,
    tree: blockTree(block, context, {
      isTitle: block === title,
      isTargetForm: block === form,
      level: levels.get(block.id) ?? 2,
      isFirst: index === 0,
    }),
  }));
}

/** Returns a header with the title of the page; null if a hero already shows a title. */
export const headerTree = ({ title, blocks }: LandingPage): LandingElement | null =>
  titleBlock(visibleBlocks(blocks))
    ? null
    : element('header', { class: 'block' }, [element('h1', {}, plainNodes(title))]);

/** Returns the footer, which every page has and which cannot be edited. */
export function footerTree({ lang, app_url, owner_name }: LandingContext): LandingElement {
  const texts = pageTexts[lang];
  const link = (href: string, label: string) => element('li', {}, [element('a', { href }, [label])]);
  return element('footer', {}, [
    owner_name && element('p', {}, [texts.pageOf(owner_name)]),
    element('ul', {}, [
      link(`${app_url}/pages/privacy`, texts.privacy),
      link(`${app_url}/pages/offer`, texts.offer),
      link(`/unsubscribe/${lang}`, texts.unsubscribe),
    ]),
  ]);
}

/** Class of the root element of a page. The style sheet applies only within it. */
export const PAGE_CLASS = 'lp';

/** Returns a page as its visitors see it. */
export function pageTree(page: LandingPage, context: LandingContext): LandingElement {
  const blocks = shownBlocks(page, context).map(({ tree }) => tree);
  return element('div', { class: PAGE_CLASS, lang: context.lang }, [
    element('main', {}, [headerTree(page), ...blocks]),
    footerTree(context),
  ]);
}
