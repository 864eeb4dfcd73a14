import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react';
import type { BookChapter } from '../../../contract/book-pack.ts';
import css from './chapter.css?inline';
import { blocksOf, chapterFragment } from './chapter-html.ts';

/** Where to stand in a chapter: at a block, or at what a link names. */
export type Target = { block: number } | { anchor: string };

export interface ChapterProps {
  chapter: BookChapter;
  /** Addresses of the pictures. */
  pictures: readonly string[];
  /** A new one moves there. */
  target: Target;
  /** The first block that is seen, and its words. */
  onMove: (block: number, text: string, count: number) => void;
  /** A link into the book. */
  onLink: (part: number, anchor: string) => void;
}

/** What stands on top of the page hides nothing of it: a block counts as seen below this line. */
const TOP_PX = 72;
const QUIET_MS = 300;

let sheet: CSSStyleSheet | null = null;

function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  return sheet;
}

function rootOf(host: HTMLElement): ShadowRoot {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [styleSheet()];
  return root;
}

function elementAt(root: ShadowRoot, target: Target): HTMLElement | null {
  if ('anchor' in target) return target.anchor === '' ? null : root.getElementById(target.anchor);
  return target.block === 0 ? null : (blocksOf(root)[target.block] ?? null);
}

/** Stands at the target, also while the pictures above it find their sizes. */
function standAt(root: ShadowRoot, target: Target): void {
  const element = elementAt(root, target);
  const top = element ? element.getBoundingClientRect().top + scrollY - TOP_PX : 0;
  scrollTo({ top: Math.max(0, top), behavior: 'instant' });
}

/** A chapter in a shadow root: no style of the book reaches the app, and none of the app's reaches the book. */
export function Chapter({ chapter, pictures, target, onMove, onLink }: ChapterProps): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  const moved = useRef(onMove);
  const linked = useRef(onLink);

  useEffect(() => {
    moved.current = onMove;
    linked.current = onLink;
  });

  useLayoutEffect(() => {
    if (host.current) rootOf(host.current).replaceChildren(chapterFragment(chapter.html, pictures));
  }, [chapter, pictures]);

  useLayoutEffect(() => {
    if (host.current) standAt(rootOf(host.current), target);
  }, [chapter, pictures, target]);

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const root = rootOf(element);
    const look = (): void => {
      const blocks = blocksOf(root);
      const seen = blocks.findIndex((block) => block.getBoundingClientRect().bottom > TOP_PX);
      const at = Math.max(0, seen < 0 ? blocks.length - 1 : seen);
      moved.current(at, (blocks[at]?.textContent ?? '').replaceAll(/\s+/g, ' ').trim(), blocks.length);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      clearTimeout(timer);
      timer = setTimeout(look, QUIET_MS);
    };
    const follow = (event: Event): void => {
      const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
      const found = /^#(\d+)\/(.*)$/.exec(link?.getAttribute('href') ?? '');
      if (!found) return;
      event.preventDefault();
      linked.current(Number(found[1]), found[2] ?? '');
    };
    root.addEventListener('click', follow);
    addEventListener('scroll', later, { passive: true });
    later();
    return () => {
      clearTimeout(timer);
      root.removeEventListener('click', follow);
      removeEventListener('scroll', later);
    };
  }, [chapter, pictures]);

  return <div ref={host} lang={chapter.lang || undefined} dir={chapter.dir} data-chapter="" />;
}
