import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { type Shortcut, useShortcuts } from '../hooks/shortcuts.ts';
import type { NavItem } from '../ui/app-nav.tsx';
import { focusRow, hasRows, isInRow } from '../ui/list-keys.ts';
import { useMoreItems } from './more-items.tsx';
import { screenLetters } from './screen-letters.ts';

const ShortcutList = lazy(async () => ({ default: (await import('./shortcut-list.tsx')).ShortcutList }));

/** The keys that move the focus between the rows of the lists on the screen. */
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
    // Rows are native links and buttons, so the browser opens them.
    { keys: ['enter'], label: t`Open the row`, run: () => {}, accepts: () => false },
  ];
}

/** The keys that work on every screen: search, lists, "g" and a letter to open a screen, and "?" to list them. */
export function Shortcuts({ items }: { items: readonly NavItem[] }): ReactElement {
  const { t } = useLingui();
  const navigate = useNavigate();
  const screens = [...items, ...useMoreItems()];
  const [isListOpen, setListOpen] = useState(false);
  const search = { label: t`Search`, run: () => void navigate({ to: '/search' }) };
  useShortcuts('app', [
    { keys: ['mod+k'], ...search },
    { keys: ['/'], ...search },
    ...useListShortcuts(),
    { keys: ['?'], label: t`This list`, run: () => setListOpen(true) },
  ]);
  const openers = screens.flatMap(({ key, label, to }) =>
    [...(screenLetters[key] ?? '')].map((letter) => ({
      keys: ['g', letter],
      label,
      run: () => void navigate({ to }),
    })),
  );
  useShortcuts('go', openers);
  return <Suspense>{isListOpen && <ShortcutList onClose={() => setListOpen(false)} />}</Suspense>;
}
