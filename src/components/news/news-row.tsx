import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { NewsCard } from '../../db/queries/news.ts';
import { formatAgo } from '../../lib/intl-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Cover } from '../../ui/cover.tsx';
import { RowLink } from '../../ui/list.tsx';

/** A news item in a list: picture, title, introduction, and whether it is unread. */
export function NewsRow({ item, now }: { item: NewsCard; now: number }): ReactElement {
  const isPinned = item.is_important && !item.isRead;
  return (
    <RowLink
      to="/news/view/$itemId"
      params={{ itemId: item.id }}
      leading={<Cover seed={item.id} src={item.cover} />}
      title={<span lang={item.language}>{item.title}</span>}
      wrapTitle
      subtitle={<span lang={item.language}>{item.lead}</span>}
      meta={<small>{formatAgo(item.published_at, now)}</small>}
      {...(!item.isRead && {
        badge: <Badge tone="info">{isPinned ? <Trans>Important</Trans> : <Trans>New</Trans>}</Badge>,
      })}
    />
  );
}
