import { Trans, useLingui } from '@lingui/react/macro';
import IconNews from '@tabler/icons-react/dist/esm/icons/IconNews.mjs';
import { useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useRef } from 'react';
import type { NewsItem } from '../../../contract/entities/news.ts';
import { lessonTags } from '../../../contract/lesson-html.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useShare } from '../../hooks/use-share.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { coverOf } from '../../db/queries/lessons.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { log } from '../../lib/log.ts';
import { iso } from '../../lib/ports.ts';
import { LinkButton, Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { CleanHtml } from '../../ui/clean-html.tsx';
import { Cover } from '../../ui/cover.tsx';
import { Narrow } from '../../ui/layout.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { markNewsRead } from './actions.ts';
import { savedNewsItem } from './queries.ts';
import { BackLink } from '../../ui/page-header.tsx';
import styles from './news.module.css';
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs';

/** Marks the news item as read when it is shown. */
function useMarkRead(id: string, isUnread: boolean): void {
  const store = useStore();
  const marked = useRef<string | null>(null);
  useEffect(() => {
    if (!isUnread || marked.current === id) return;
    marked.current = id;
    markNewsRead(store, id).catch((error: unknown) => log.warn('news read', error));
  }, [store, id, isUnread]);
}

function Missing(): ReactElement {
  const { t } = useLingui();
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  return (
    <Screen title={t`News`} back={<BackLink to="/news">{t`News`}</BackLink>} narrow>
      <EmptyState
        icon={<IconNews aria-hidden="true" />}
        action={
          <LinkButton to="/news">
            <Trans>All news</Trans>
          </LinkButton>
        }
      >
        {hasSyncedOnce ? (
          <Trans>This news item is not on this device. It was removed or replaced by newer ones.</Trans>
        ) : (
          <Trans>News hasn't synced to this device yet.</Trans>
        )}
      </EmptyState>
    </Screen>
  );
}

function Article({ item }: { item: NewsItem }): ReactElement {
  const cover = coverOf(item);
  const share = useShare();
  const link = { title: item.title, text: item.lead, url: `${location.origin}/news/view/${item.id}` };
  return (
    <Stack>
      {cover && <Cover seed={item.id} src={cover} shape="wide" />}
      <p className={styles.lead} lang={item.language}>
        {item.lead}
      </p>
      <CleanHtml html={item.body} lang={item.language} tags={lessonTags} />
      <div>
        <Button variant="soft" icon={<IconShare aria-hidden="true" />} onPress={() => void share(link)}>
          <Trans>Share</Trans>
        </Button>
      </div>
    </Stack>
  );
}

/** /news/view/{id}: one news item, read from this device only. */
export function NewsItemScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { itemId: id } = useParams({ from: '/_member/news/view/$itemId' });
  const now = useNow('minute');
  const loaded = useLiveQuery(async () => savedNewsItem(db, id, iso(now)), [db, id, now]);
  useMarkRead(id, loaded?.item.id === id && !loaded.isRead);
  if (loaded === null) return <Missing />;
  const item = loaded?.item;
  return (
    <Screen
      title={item?.title ?? t`News`}
      lang={item?.language}
      kicker={item ? <time dateTime={item.published_at}>{formatLongDate(item.published_at)}</time> : <></>}
      back={<BackLink to="/news">{t`News`}</BackLink>}
    >
      {/* Without the key, the placeholder's container would be kept, and would move if the title grows by a line. */}
      <Narrow key={item?.id ?? 'placeholder'}>
        {item ? <Article item={item} /> : <Skeleton leading="none" rows={8} />}
      </Narrow>
    </Screen>
  );
}
