import { useLingui } from '@lingui/react/macro';
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import IconBookmarkFilled from '@tabler/icons-react/dist/esm/icons/IconBookmarkFilled.mjs';
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import type { ReactElement, ReactNode } from 'react';
import { useApp } from '../../hooks/app-context.tsx';
import { IconButton } from '../../ui/button.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import styles from './books.module.css';

export interface ReaderToolsProps {
  onContents: () => void;
  /** Whether the reading position is known, so that a bookmark can be added. */
  hasPosition: boolean;
  isBookmarked: boolean;
  onToggleBookmark: () => void;
  /** Buttons that change the size: of the text in an EPUB, of the page in a PDF. */
  children: ReactNode;
}

/** The toolbar of a reader: contents, bookmark, size and theme. */
export function ReaderTools({
  onContents,
  hasPosition,
  isBookmarked,
  onToggleBookmark,
  children,
}: ReaderToolsProps): ReactElement {
  const { t } = useLingui();
  const { preferences, setPreferences } = useApp();
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
      {children}
      <IconButton
        aria-label={isDark ? t`Light theme` : t`Dark theme`}
        onPress={() => void setPreferences({ theme: isDark ? 'light' : 'dark' })}
      >
        {isDark ? <IconSun aria-hidden="true" /> : <IconMoon aria-hidden="true" />}
      </IconButton>
    </div>
  );
}
