import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Bookmark } from '../../../contract/entities/book-shelf.ts';
import { Section, Stack } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { Sheet } from '../../ui/sheet.tsx';

export interface ContentsEntry {
  key: string;
  title: string;
  depth: number;
  isCurrent: boolean;
  go: () => void;
}

export interface ContentsSheetProps {
  isOpen: boolean;
  onClose: () => void;
  lang: string;
  entries: readonly ContentsEntry[];
  bookmarks: readonly Bookmark[];
  onOpenBookmark: (bookmark: Bookmark) => void;
}

/** The table of contents and the bookmarks of a book. */
export function ContentsSheet({
  isOpen,
  onClose,
  lang,
  entries,
  bookmarks,
  onOpenBookmark,
}: ContentsSheetProps): ReactElement {
  const { t } = useLingui();
  const closeAnd = (go: () => void) => () => {
    onClose();
    go();
  };
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={t`Contents`}>
      <Stack gap="l">
        {bookmarks.length > 0 && (
          <Section title={<Trans>Bookmarks</Trans>}>
            <List aria-label={t`Bookmarks`}>
              {bookmarks.map((bookmark) => (
                <Row
                  key={bookmark.id}
                  title={<span lang={lang}>{bookmark.text || t`Bookmark`}</span>}
                  onPress={closeAnd(() => onOpenBookmark(bookmark))}
                />
              ))}
            </List>
          </Section>
        )}
        {entries.length === 0 ? (
          <p>
            <Trans>This book has no table of contents.</Trans>
          </p>
        ) : (
          <List aria-label={t`Chapters`}>
            {entries.map(({ key, title, depth, isCurrent, go }) => (
              <Row
                key={key}
                title={<span lang={lang}>{depth > 0 ? `${'– '.repeat(Math.min(depth, 3))}${title}` : title}</span>}
                wrapTitle
                isCurrent={isCurrent}
                onPress={closeAnd(go)}
              />
            ))}
          </List>
        )}
      </Stack>
    </Sheet>
  );
}
