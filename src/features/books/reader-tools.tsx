import { useLingui } from '@lingui/react/macro';
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import IconBookmarkFilled from '@tabler/icons-react/dist/esm/icons/IconBookmarkFilled.mjs';
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import type { ReactElement } from 'react';
import { useApp } from '../../hooks/app-context.tsx';
import { TextSize } from '../../components/lesson/text-size.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import styles from './books.module.css';

export interface ReaderToolsProps {
  onContents: () => void;
  /** Whether the reading position is known, so that a bookmark can be added. */
  hasPosition: boolean;
  isBookmarked: boolean;
  onToggleBookmark: () => void;
  /** Whether the text size can be changed: true for EPUB, false for PDF. */
  canResizeText: boolean;
}

/** The toolbar of a reader: contents, bookmark, text size and theme. */
export function ReaderTools({
  onContents,
  hasPosition,
  isBookmarked,
  onToggleBookmark,
  canResizeText,
}: ReaderToolsProps): ReactElement {
  const { t } = useLingui();
  const { preferences, prefer } = useApp();
  const isSystemDark = useMediaQuery('(prefers-color-scheme: dark)');
  const isDark = preferences.theme === 'dark' || (preferences.theme === 'system' && isSystemDark);
  return (
    <div className={styles.tools} role="group" aria-label={t`Book`}>
      <IconButton aria-label={t`Contents`} onPress={onContents}>
        <IconList aria-hidden="true" />
      </IconButton>
      <IconButton
        aria-label={isBookmarked ? t`Remove bookmark` : t`Add bookmark`}
        isDisabled={!hasPosition}
        onPress={onToggleBookmark}
      >
        {isBookmarked ? <IconBookmarkFilled aria-hidden="true" /> : <IconBookmark aria-hidden="true" />}
      </IconButton>
      {canResizeText && <TextSize />}
      <IconButton
        aria-label={isDark ? t`Light theme` : t`Dark theme`}
        onPress={() => void prefer({ theme: isDark ? 'light' : 'dark' })}
      >
        {isDark ? <IconSun aria-hidden="true" /> : <IconMoon aria-hidden="true" />}
      </IconButton>
    </div>
  );
}

export interface PageTurnProps {
  /** Index of the current chapter or page, from 0. */
  at: number;
  count: number;
  go: (to: number) => void;
}

/** Buttons for the previous and the next chapter or page. */
export function PageTurn({ at, count, go }: PageTurnProps): ReactElement {
  const { t } = useLingui();
  return (
    <div className={styles.pageTurn}>
      <Button variant="soft" isDisabled={at === 0} onPress={() => go(at - 1)}>
        {t({ message: 'Previous', context: 'page of a book' })}
      </Button>
      <Button isDisabled={at === count - 1} onPress={() => go(at + 1)}>
        {t({ message: 'Next', context: 'page of a book' })}
      </Button>
    </div>
  );
}
