import { useLingui } from '@lingui/react/macro';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import type { PaletteProps } from '../features/search/palette/palette.tsx';
import { recordAt, rememberRecord } from '../features/search/recent-records.ts';
import { runEarlyKeys, type Shortcut, useShortcuts } from '../hooks/shortcuts.ts';
import { useStore } from '../hooks/store-context.tsx';
import { allowsPrefetch } from '../lib/connection.ts';
import { log } from '../lib/log.ts';
import type { NavItem } from '../ui/app-nav.tsx';
import { focusRow, hasRows, isInRow } from '../ui/list-keys.ts';
import { currentToast, runToastAction } from '../ui/toast.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { loadRestOfTexts } from './i18n.ts';
import { useMoreItems } from './more-items.tsx';
import { useCurrentUser } from './current-user-context.tsx';
import { RailSearch } from './rail-search.tsx';
import { screenLetters } from './screen-letters.ts';

/** Loads the palette together with its texts. */
async function loadPalette(): Promise<ComponentType<PaletteProps>> {
  const [{ Palette }] = await Promise.all([import('../features/search/palette/palette.tsx'), loadRestOfTexts()]);
  return Palette;
}

const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }));

/**
 * Delay in ms between the start of the app and the preload of the palette. The palette must open at once, but must not
 * delay the first screen.
 */
const PRELOAD_MS = 3_000;

/** Loads the palette's code soon after the start. */
function usePreload(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !allowsPrefetch()) return;
    const timer = setTimeout(() => void loadPalette().catch(() => {}), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [isWanted]);
}

/** Stores which records the user opens, because the search lists them first. */
function useRecentRecords(): void {
  const { db } = useStore();
  const { pathname } = useLocation();
  useEffect(() => {
    const opened = recordAt(pathname);
    if (opened) rememberRecord(db, opened).catch((error: unknown) => log.warn('a record was not remembered', error));
  }, [db, pathname]);
}

/** Returns the shortcuts that move the focus between the rows of the lists on the screen. */
function useListShortcuts(): Shortcut[] {
  const { t } = useLingui();
  const down = { label: t`Next row`, run: () => focusRow('next') };
  const up = { label: t`Previous row`, run: () => focusRow('previous') };
  return [
    { keys: ['j'], ...down, accepts: hasRows },
    { keys: ['arrowdown'], ...down, accepts: isInRow },
    { keys: ['k'], ...up, accepts: hasRows },
    { keys: ['arrowup'], ...up, accepts: isInRow },
    { keys: ['home'], label: t`First row`, run: () => focusRow('first'), accepts: isInRow },
    { keys: ['end'], label: t`Last row`, run: () => focusRow('last'), accepts: isInRow },
    // This entry only adds the key to the list of shortcuts: the browser itself opens the focused row, which is a
    // native link or button.
    { keys: ['enter'], label: t`Open the row`, run: () => {}, accepts: () => false },
  ];
}

/**
 * Registers the shortcuts that work on every screen: search, lists, "g" and a letter to open a screen, and "?" to list
 * all shortcuts.
 */
export function Shortcuts({ items }: { items: readonly NavItem[] }): ReactElement {
  const { t } = useLingui();
  const navigate = useNavigate();
  const isStaff = useCurrentUser()?.is_staff ?? false;
  const hasPalette = useMediaQuery('(min-width: 720px)');
  const [isListOpen, setListOpen] = useState(false);
  // The component is kept in state, because a component from `lazy` would appear 300 ms late when it is first used.
  const [Palette, setPalette] = useState<ComponentType<PaletteProps> | null>(null);
  usePreload(hasPalette);
  useRecentRecords();
  const showScreen = (): void => void navigate({ to: '/search' });
  // A phone shows the search screen instead. The screen also opens if the palette cannot be loaded.
  const openSearch = (): void => {
    if (hasPalette) loadPalette().then((loaded) => setPalette(() => loaded), showScreen);
    else showScreen();
  };
  const search = { label: t`Search`, run: openSearch };
  // A shortcut is needed to undo: Tab reaches the button of a toast only after all other controls, and by then the
  // toast is gone.
  const canUndo = (): boolean => currentToast()?.action?.isUndo === true;
  useShortcuts('app', [
    { keys: ['mod+k'], ...search },
    { keys: ['/'], ...search },
    ...useListShortcuts(),
    { keys: ['mod+z'], label: t`Undo`, run: runToastAction, accepts: canUndo },
    { keys: ['?'], label: t`This list`, run: () => setListOpen(true) },
  ]);
  const screens = [...items, ...useMoreItems()].map((item) => ({
    ...item,
    letters: [...(screenLetters[item.key] ?? '')],
  }));
  const openers = screens.flatMap(({ letters, label, to }) =>
    letters.map((letter) => ({ keys: ['g', letter], label, run: () => void navigate({ to }) })),
  );
  useShortcuts('go', openers);
  useEffect(runEarlyKeys, []);
  const owner = (letter: string) => screens.find(({ letters }) => letters.includes(letter));
  const listed = screens.map(({ letters, ...screen }) => {
    const letter = letters.find((each) => owner(each)?.key === screen.key);
    return { ...screen, ...(letter !== undefined && { keys: ['g', letter] }) };
  });
  return (
    <>
      {hasPalette && <RailSearch onPress={openSearch} />}
      {Palette && <Palette screens={listed} isStaff={isStaff} onClose={() => setPalette(null)} />}
      <Suspense>{isListOpen && <ShortcutList onClose={() => setListOpen(false)} />}</Suspense>
    </>
  );
}
