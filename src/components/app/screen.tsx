import { useLingui } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { Narrow } from '../../ui/layout.tsx';
import { PageHeader, SearchLink, type PageHeaderProps } from '../../ui/page-header.tsx';
import { SyncPill } from '../sync/sync-pill.tsx';

export interface ScreenProps extends Omit<PageHeaderProps, 'title' | 'end'> {
  title: string;
  /**
   * The document's title. Set it if `title` contains a person's name or text, because browsers keep document titles in
   * their history.
   */
  documentTitle?: string;
  /** Language of the title if it is content rather than a text of the app. */
  lang?: string | undefined;
  /** Shown beside the sync pill, e.g. a menu. */
  right?: ReactNode;
  /** Whether the content has its own header with the title; the header of the screen then has no title. */
  hasOwnHead?: boolean;
  /** Limits the content to a comfortable width: used for lessons, forms and settings. */
  narrow?: boolean;
  children: ReactNode;
}

/** A screen with its header: back link, title, search and sync pill. Sets the document's title. */
export function Screen({
  title,
  documentTitle = title,
  lang,
  right,
  hasOwnHead = false,
  narrow = false,
  children,
  ...header
}: ScreenProps): ReactElement {
  const { t } = useLingui();
  useEffect(() => {
    document.title = `${documentTitle} · Haversack`;
  }, [documentTitle]);
  const end = (
    <>
      {right}
      <SearchLink to="/search" aria-label={t`Search`} />
      <SyncPill />
    </>
  );
  const shownTitle = lang ? <span lang={lang}>{title}</span> : title;
  // The header is always as wide as the page, so that the sync pill stays in the same corner.
  return (
    <>
      <PageHeader {...header} {...(!hasOwnHead && { title: shownTitle })} end={end} />
      {narrow ? <Narrow>{children}</Narrow> : children}
    </>
  );
}
