import { useLingui } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { Narrow } from '../../ui/layout.tsx';
import { PageHeader, SearchLink, type PageHeaderProps } from '../../ui/page-header.tsx';
import { SyncPill } from '../sync/sync-pill.tsx';

export interface ScreenProps extends Omit<PageHeaderProps, 'title' | 'end'> {
  title: string;
  /**
   * The document's title. Set it if `title` contains personal data such as a name, because browsers store document
   * titles in their history.
   */
  documentTitle?: string;
  /** Language of the title, if the title is content and not a text of the app. */
  lang?: string | undefined;
  /** Shown beside the sync pill, e.g. a menu. */
  right?: ReactNode;
  /** Whether the content has its own header with the title. The header of the screen then shows no title. */
  hasOwnHead?: boolean;
  /** Limits the content to a comfortable width. For lessons, forms and settings. */
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
