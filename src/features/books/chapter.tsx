import { type ReactElement, useEffect, useLayoutEffect, useRef } from 'react';
import type { BookChapter } from '../../../contract/book-pack.ts';
import css from './chapter.css?inline';
import { blockElementsIn, chapterFragment } from './chapter-html.ts';

/** A position in a chapter: a block, the target of a link, or the end. */
export type ChapterTarget = { block: number } | { anchor: string } | 'end';

export interface ChapterProps {
  chapter: BookChapter;
  /** Object URLs of the images in the chapter. */
  pictures: readonly string[];
  /** The position to scroll to; passing a new object scrolls again. */
  target: ChapterTarget;
  /** Reports the first visible block, its text and the number of blocks. */
  onMove: (block: number, text: string, count: number) => void;
  /** Called when a link within the book is followed. */
  onLink: (part: number, anchor: string) => void;
}

/** Height of the sticky header, which covers blocks at the top of the page. */
const TOP_PX = 72;
const SCROLL_END_MS = 300;

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

function elementAt(root: ShadowRoot, target: Exclude<ChapterTarget, 'end'>): HTMLElement | null {
  if ('anchor' in target) return target.anchor === '' ? null : root.getElementById(target.anchor);
  return target.block === 0 ? null : (blockElementsIn(root)[target.block] ?? null);
}

/** Scrolls to the target and leaves space for the sticky header. */
function scrollToTarget(root: ShadowRoot, target: ChapterTarget): void {
  if (target === 'end') {
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    return;
  }
  const element = elementAt(root, target);
  const top = element ? element.getBoundingClientRect().top + scrollY - TOP_PX : 0;
  scrollTo({ top: Math.max(0, top), behavior: 'instant' });
}

/** Renders a chapter in a shadow root, so that the styles of the book and of the app do not affect each other. */
export function Chapter({ chapter, pictures, target, onMove, onLink }: ChapterProps): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  const onMoveRef = useRef(onMove);
  const onLinkRef = useRef(onLink);

  useEffect(() => {
    onMoveRef.current = onMove;
    onLinkRef.current = onLink;
  });

  useLayoutEffect(() => {
    if (host.current) rootOf(host.current).replaceChildren(chapterFragment(chapter.html, pictures));
  }, [chapter, pictures]);

  useLayoutEffect(() => {
    if (host.current) scrollToTarget(rootOf(host.current), target);
  }, [chapter, pictures, target]);

  useEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const root = rootOf(element);
    const reportPosition = (): void => {
      const blocks = blockElementsIn(root);
      const firstVisible = blocks.findIndex((block) => block.getBoundingClientRect().bottom > TOP_PX);
      const at = Math.max(0, firstVisible < 0 ? blocks.length - 1 : firstVisible);
      onMoveRef.current(at, (blocks[at]?.textContent ?? '').replaceAll(/\s+/g, ' ').trim(), blocks.length);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reportLater = (): void => {
      clearTimeout(timer);
      timer = setTimeout(reportPosition, SCROLL_END_MS);
    };
    // A closed page gets no timer events, so the position is reported now.
    const reportNow = (): void => {
      clearTimeout(timer);
      reportPosition();
    };
    // A capturing listener runs before the listener that saves the reported position.
    const capturing = { capture: true };
    const followLink = (event: Event): void => {
      const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
      const match = /^#(\d+)\/(.*)$/.exec(link?.getAttribute('href') ?? '');
      if (!match) return;
      event.preventDefault();
      onLinkRef.current(Number(match[1]), match[2] ?? '');
    };
    root.addEventListener('click', followLink);
    addEventListener('scroll', reportLater, { passive: true });
    addEventListener('pagehide', reportNow, capturing);
    addEventListener('visibilitychange', reportNow, capturing);
    reportPosition();
    reportLater();
    return () => {
      clearTimeout(timer);
      root.removeEventListener('click', followLink);
      removeEventListener('scroll', reportLater);
      removeEventListener('pagehide', reportNow, capturing);
      removeEventListener('visibilitychange', reportNow, capturing);
    };
  }, [chapter, pictures]);

  return <div ref={host} lang={chapter.lang || undefined} dir={chapter.dir} data-chapter="" />;
}
