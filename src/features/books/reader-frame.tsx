import { useLingui } from '@lingui/react/macro';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { type HTMLAttributes, type ReactElement, type ReactNode, useEffect } from 'react';
import { useShortcuts } from '../../hooks/shortcuts.ts';
import { IconButton } from '../../ui/button.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { RootMark } from '../../ui/root-mark.tsx';
import styles from './books.module.css';
import type { TurnPage } from './use-turn-gestures.ts';

/** The book that a reader shows, for its header. */
export interface ReaderBook {
  id: string;
  title: string;
  language: string;
}

export interface ChapterBarProps {
  /** Index of the current chapter or page, from 0. */
  at: number;
  count: number;
  /** Text of the position, such as "Part 2 of 5". */
  label: ReactNode;
  /** Accessible name of the slider. */
  sliderLabel: string;
  go: (to: number) => void;
}

/** The bar at the bottom of a reader: the current position, and buttons and a slider to change it. */
function ChapterBar({ at, count, label, sliderLabel, go }: ChapterBarProps): ReactElement {
  const { t } = useLingui();
  return (
    <div className={styles.bar}>
      <IconButton
        aria-label={t({ message: 'Previous', context: 'page of a book' })}
        isDisabled={at === 0}
        onPress={() => go(at - 1)}
      >
        <IconChevronLeft aria-hidden="true" />
      </IconButton>
      <div className={styles.slider}>
        {count > 1 && (
          <input
            type="range"
            aria-label={sliderLabel}
            min={1}
            max={count}
            value={at + 1}
            onChange={({ target }) => go(Number(target.value) - 1)}
          />
        )}
        <small role="status">{label}</small>
      </div>
      <IconButton
        aria-label={t({ message: 'Next', context: 'page of a book' })}
        isDisabled={at === count - 1}
        onPress={() => go(at + 1)}
      >
        <IconChevronRight aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/** Whether an arrow key turns the page. If an enlarged page has the focus, the key scrolls it instead. */
const isTurnKey = ({ target }: KeyboardEvent): boolean =>
  !(target instanceof Element && target.closest('[data-zoomed="true"]'));

export interface ReaderFrameProps extends ChapterBarProps {
  book: ReaderBook;
  tools: ReactNode;
  /** Shown above the page. */
  notice: ReactNode;
  /** Turns one page; called for the arrow keys. */
  turn: TurnPage;
  gestures: Pick<HTMLAttributes<HTMLElement>, 'onPointerDown' | 'onPointerUp' | 'onPointerCancel'>;
  children: ReactNode;
}

/** A reader that takes the whole screen: a header with the tools, the page, and the chapter bar. */
export function ReaderFrame({ book, tools, notice, turn, gestures, children, ...bar }: ReaderFrameProps): ReactElement {
  const { t } = useLingui();
  useEffect(() => {
    document.title = `${book.title} · Haversack`;
  }, [book.title]);
  useShortcuts('screen', [
    { keys: ['arrowright'], label: t`Next page`, run: () => turn(1), accepts: isTurnKey },
    { keys: ['arrowleft'], label: t`Previous page`, run: () => turn(-1), accepts: isTurnKey },
  ]);
  return (
    <div className={styles.reader}>
      <RootMark name="fills-screen" />
      <div className={styles.head}>
        <BackLink to="/books/$bookId" params={{ bookId: book.id }}>{t`Book`}</BackLink>
        <h1 tabIndex={-1} lang={book.language}>
          {book.title}
        </h1>
        {tools}
      </div>
      <div className={styles.page} {...gestures}>
        {notice}
        {children}
      </div>
      <ChapterBar {...bar} />
    </div>
  );
}
