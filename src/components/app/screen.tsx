import { type ReactElement, type ReactNode, useEffect } from 'react';
import { Narrow } from '../../ui/layout.tsx';
import { PageHeader, type PageHeaderProps } from '../../ui/page-header.tsx';
import { SyncPill } from '../sync/sync-pill.tsx';

export interface ScreenProps extends Omit<PageHeaderProps, 'title' | 'end'> {
  title: string;
  /** The title's own language where it is content, not ours. */
  lang?: string | undefined;
  /** Beside the pill, e.g. a menu. */
  right?: ReactNode;
  /** Keeps the whole screen at a comfortable width: lessons, forms, settings. */
  narrow?: boolean;
  children: ReactNode;
}

/** A screen with its header: the way back, the title and the sync pill. Sets the document's title. */
export function Screen({ title, lang, right, narrow = false, children, ...header }: ScreenProps): ReactElement {
  useEffect(() => {
    document.title = `${title} · Haversack`;
  }, [title]);
  const end = (
    <>
      {right}
      <SyncPill />
    </>
  );
  const page = (
    <>
      <PageHeader {...header} title={lang ? <span lang={lang}>{title}</span> : title} end={end} />
      {children}
    </>
  );
  return narrow ? <Narrow>{page}</Narrow> : page;
}
