import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import type { BookPack } from '../../../contract/book-pack.ts';
import type { BookShelf } from '../../../contract/entities/book-shelf.ts';
import { TextSize } from '../../components/lesson/text-size.tsx';
import { Chapter, type ChapterTarget } from './chapter.tsx';
import { ContentsSheet } from './contents-sheet.tsx';
import { parsePosition, positionLabel, type ReadingPosition } from './reading-position.ts';
import { ReaderFrame } from './reader-frame.tsx';
import { ReaderTools } from './reader-tools.tsx';
import { useTurnGestures } from './use-turn-gestures.ts';
import type { ReaderProps } from './reader-props.ts';

/** Returns object URLs of the book's images; null until they are created. They are revoked when the book is closed. */
function usePictures(
  { pictures: kinds }: BookPack,
  data: readonly Uint8Array<ArrayBuffer>[],
): readonly string[] | null {
  const [pictureUrls, setPictureUrls] = useState<readonly string[] | null>(null);
  useEffect(() => {
    const urls = data.map((bytes, at) => URL.createObjectURL(new Blob([bytes], { type: kinds[at]?.mime ?? '' })));
    setPictureUrls(urls);
    return () => urls.forEach((address) => URL.revokeObjectURL(address));
  }, [kinds, data]);
  return pictureUrls;
}

/** Returns the reading progress in percent, measured in characters. */
function percentAt({ chapters }: BookPack, part: number, share: number): number {
  const lengths = chapters.map(({ length }) => length + 1);
  const before = lengths.slice(0, part).reduce((sum, length) => sum + length, 0);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return Math.min(100, Math.round((100 * (before + share * (lengths[part] ?? 0))) / total));
}

type ChapterPosition = { part: number; target: ChapterTarget };

/** Returns a function that turns by one screen, and the event handlers of the gestures that turn pages. */
function useTurns(pack: BookPack, part: number, go: (to: number, target?: ChapterTarget) => void) {
  const turn = (by: 1 | -1): void => {
    if (!scrollScreen(by) && pack.chapters[part + by]) go(part + by, by === 1 ? { block: 0 } : 'end');
  };
  const isRtl = pack.chapters[part]?.dir === 'rtl';
  return { turn, gestures: useTurnGestures({ onTap: turn, onSwipe: (by) => go(part + by), isRtl }) };
}

export interface EpubReaderProps extends ReaderProps {
  pack: BookPack;
  pictures: readonly Uint8Array<ArrayBuffer>[];
}

const clampPart = (part: number, { chapters }: BookPack) => Math.min(Math.max(0, part), chapters.length - 1);

/** Total height in px of the header, the chapter bar, and the last lines of a page, which the next page repeats. */
const REPEATED_PX = 160;

/** Scrolls by one screen. Returns whether there was anything to scroll to. */
function scrollScreen(by: 1 | -1): boolean {
  const end = document.documentElement.scrollHeight - innerHeight;
  if (by === 1 ? scrollY >= end - 4 : scrollY <= 4) return false;
  scrollTo({ top: scrollY + by * (innerHeight - REPEATED_PX), behavior: 'instant' });
  return true;
}

/** Returns the bookmark at a position, if there is one. */
const bookmarkAt = (bookmarks: BookShelf['marks'], place: ReadingPosition | null) =>
  place === null ? undefined : bookmarks.find((mark) => mark.place === positionLabel(place));

export function EpubReader({
  book,
  notice,
  pack,
  pictures,
  at,
  bookmarks,
  onPositionChange,
  onAddBookmark,
  onRemoveBookmark,
}: EpubReaderProps): ReactElement {
  const { t } = useLingui();
  const [shownPosition, setShownPosition] = useState<ChapterPosition>({
    part: clampPart(at.part, pack),
    target: { block: at.block },
  });
  const [seen, setSeen] = useState<{ place: ReadingPosition; text: string } | null>(null);
  const [isContentsOpen, setContentsOpen] = useState(false);
  const pictureUrls = usePictures(pack, pictures);
  const { part, target } = shownPosition;
  const chapter = pack.chapters[part];
  const go = (to: number, there: ChapterTarget = { block: 0 }): void =>
    setShownPosition({ part: clampPart(to, pack), target: there });
  // Moves to the position that the parent component passes.
  useEffect(() => setShownPosition({ part: clampPart(at.part, pack), target: { block: at.block } }), [at, pack]);
  const currentEntry = useMemo(() => pack.contents.findLast((line) => line.chapter <= part), [pack, part]);
  // After a chapter change, `seen` still describes the previous chapter until the new one reports its position.
  const visiblePlace = seen?.place.part === part ? seen : null;
  const mark = bookmarkAt(bookmarks, visiblePlace?.place ?? null);
  const entries = pack.contents.map((line, index) => ({
    key: String(index),
    title: line.title,
    depth: line.depth,
    isCurrent: line === currentEntry,
    go: () => go(line.chapter, { anchor: line.anchor }),
  }));
  const handleMove = (block: number, text: string, count: number): void => {
    const place = { part, block };
    setSeen({ place, text });
    const isEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 4;
    const share = isEnd ? 1 : block / Math.max(1, count);
    onPositionChange(positionLabel(place), percentAt(pack, part, share));
  };
  const toggleBookmark = (): void => {
    if (mark) onRemoveBookmark(mark.id);
    else if (visiblePlace) onAddBookmark(positionLabel(visiblePlace.place), visiblePlace.text || chapter?.title || '');
  };
  const { turn, gestures } = useTurns(pack, part, go);
  const number = part + 1;
  const count = pack.chapters.length;
  return (
    <ReaderFrame
      book={book}
      notice={notice}
      turn={turn}
      gestures={gestures}
      at={part}
      count={count}
      go={go}
      sliderLabel={t`Part`}
      label={
        <Trans>
          Part {number} of {count}
        </Trans>
      }
      tools={
        <ReaderTools
          hasPosition={visiblePlace !== null}
          isBookmarked={mark !== undefined}
          onToggleBookmark={toggleBookmark}
          onContents={() => setContentsOpen(true)}
        >
          <TextSize />
        </ReaderTools>
      }
    >
      {pictureUrls && chapter && (
        <Chapter
          key={part}
          chapter={chapter}
          pictures={pictureUrls}
          target={target}
          onMove={handleMove}
          onLink={(to, anchor) => go(to, { anchor })}
        />
      )}
      <ContentsSheet
        isOpen={isContentsOpen}
        onClose={() => setContentsOpen(false)}
        lang={pack.lang}
        entries={entries}
        bookmarks={bookmarks}
        onOpenBookmark={({ place }) => {
          const to = parsePosition(place);
          go(to.part, { block: to.block });
        }}
      />
    </ReaderFrame>
  );
}
