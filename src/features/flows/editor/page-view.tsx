import { useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type MouseEvent, type ReactElement, useEffect, useLayoutEffect, useRef } from 'react';
import type { LandingContext } from '../../../../contract/landing/context.ts';
import { headerTree, pageTree, shownBlocks } from '../../../../contract/landing/page-tree.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { iso } from '../../../lib/ports.ts';
import { useNow } from '../../../ui/use-now.ts';
import { blockTypeLabels } from '../block-labels.ts';
import { LandingView } from '../landing-view.tsx';
import { useEditor } from './editor-context.tsx';
import { savedPageCards } from './page-cards.ts';
import { useImageUrls } from './page-images.ts';
import { usePageStyle } from './page-style.ts';
import styles from './preview.module.css';

/** Returns the data that the page shows besides its blocks, from this device. */
function usePageContext(): LandingContext {
  const { db, actor } = useStore();
  const { flow, blocks } = useEditor();
  const now = useNow('minute');
  const urls = useImageUrls(blocks);
  const cards = useLiveQuery(async () => savedPageCards(db, blocks, flow.lang), [db, blocks, flow.lang]);
  return {
    lang: flow.lang,
    now: iso(now),
    image: ({ sha256 }) => {
      const src = urls.get(sha256);
      return src === undefined ? null : { src };
    },
    cards: cards ?? [],
    form: { action: '/', version: 0 },
    owner_name: actor.first_name,
    app_url: location.origin,
  };
}

/** Prevents links and forms of the preview from leaving the editor. */
function preventNavigation(event: Event): void {
  const { target } = event;
  if (event.type === 'submit' || (target instanceof Element && target.closest('a'))) event.preventDefault();
}

/** The page as visitors see it, with inactive links and form. */
export function PageView(): ReactElement {
  usePageStyle();
  const { flow, blocks } = useEditor();
  const context = usePageContext();
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    element?.addEventListener('click', preventNavigation);
    element?.addEventListener('submit', preventNavigation);
    return () => {
      element?.removeEventListener('click', preventNavigation);
      element?.removeEventListener('submit', preventNavigation);
    };
  }, []);
  return (
    <div ref={root}>
      <LandingView node={pageTree({ title: flow.title, blocks }, context)} />
    </div>
  );
}

/** The page as visitors see it; pressing a block selects it. */
export function SelectablePage(): ReactElement {
  const { t } = useLingui();
  usePageStyle();
  const { flow, blocks, selected, select } = useEditor();
  const context = usePageContext();
  const root = useRef<HTMLDivElement>(null);
  const page = { title: flow.title, blocks };
  const shown = shownBlocks(page, context).filter(({ tree }) => tree !== null);
  const first = headerTree(page) ? 1 : 0;
  const elements = (): HTMLElement[] => [...(root.current?.querySelector('main')?.children ?? [])] as HTMLElement[];
  const name = selected && t(blockTypeLabels[selected.type]);
  // The selection is marked on the DOM, because the component that renders the page has no concept of a selection.
  useLayoutEffect(() => {
    for (const [index, element] of elements().entries()) {
      if (name !== undefined && shown[index - first]?.block.id === selected?.id)
        element.setAttribute('data-selected', name);
      else element.removeAttribute('data-selected');
    }
  });
  const selectedId = selected?.id;
  useEffect(() => {
    root.current?.querySelector('[data-selected]')?.scrollIntoView?.({ block: 'nearest' });
  }, [selectedId]);
  const press = ({ clientY }: MouseEvent): void => {
    const index = elements().findIndex((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return clientY >= top && clientY < bottom;
    });
    const block = shown[index - first]?.block;
    if (block) select(block.id);
  };
  return (
    <div className={styles.selectable}>
      <div ref={root} inert>
        <LandingView node={pageTree(page, context)} />
      </div>
      <button type="button" tabIndex={-1} aria-label={t`Choose a block of the page`} onClick={press} />
    </div>
  );
}
