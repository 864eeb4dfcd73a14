import { Trans } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import type { Book } from '../../../contract/entities/book.ts';
import { coverOf } from '../../db/queries/lessons.ts';
import { TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { Cover } from '../../ui/cover.tsx';
import { List, RowLink, type RowProps } from '../../ui/list.tsx';
import styles from './dashboard.module.css';

interface BookSectionProps extends Pick<RowProps, 'subtitle' | 'meta'> {
  title: ReactNode;
  book: Book;
  /** Whether the row opens the reader instead of the page of the book. */
  opensReader?: boolean;
}

/** A section of the dashboard with one book, and a link to all books. */
export function BookSection({ title, book, opensReader = false, ...row }: BookSectionProps): ReactElement {
  return (
    <Section
      title={title}
      end={
        <TextLink to="/books">
          <Trans>All books</Trans>
        </TextLink>
      }
    >
      <List>
        <RowLink
          {...row}
          to={opensReader ? '/books/$bookId/read' : '/books/$bookId'}
          params={{ bookId: book.id }}
          leading={
            <div className={styles.thumb}>
              <Cover seed={book.id} src={coverOf(book)} shape="book" />
            </div>
          }
          title={<span lang={book.language}>{book.title}</span>}
          wrapTitle
        />
      </List>
    </Section>
  );
}
