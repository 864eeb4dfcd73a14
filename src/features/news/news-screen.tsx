import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconNews from '@tabler/icons-react/dist/esm/icons/IconNews.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { useApp } from '../../hooks/app-context.tsx';
import { NewsRow } from '../../components/news/news-row.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { savedNews, type NewsCard } from '../../db/queries/news.ts';
import { iso } from '../../lib/ports.ts';
import { Section, Stack } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';

function NoNews(): ReactElement {
  const hasSyncedOnce = Boolean(useSyncState()?.status.last_fetched_at);
  return (
    <EmptyState icon={<IconNews aria-hidden="true" />}>
      {hasSyncedOnce ? <Trans>No news yet.</Trans> : <Trans>News hasn't synced to this device yet.</Trans>}
    </EmptyState>
  );
}

function Items({ items, now, label }: { items: readonly NewsCard[]; now: number; label: string }): ReactElement {
  return (
    <List aria-label={label}>
      {items.map((item) => (
        <NewsRow key={item.id} item={item} now={now} />
      ))}
    </List>
  );
}

/** /news: unread important news on top, then the newest; news in other languages below. */
export function NewsScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { language } = useApp().preferences;
  const now = useNow('minute');
  const news = useLiveQuery(async () => savedNews(db, language, iso(now)), [db, language, now]);
  const unread = news?.unread ?? 0;
  const isEmpty = news && news.items.length + news.pinned.length === 0;
  const subtitle = unread > 0 ? <Plural value={unread} one="# unread" other="# unread" /> : <></>;
  return (
    <Screen title={t`News`} subtitle={subtitle} narrow>
      <Stack gap="l">
        {!news && <Skeleton leading="cover" />}
        {isEmpty && <NoNews />}
        {news && news.pinned.length > 0 && (
          <Section title={<Trans>Important</Trans>}>
            <Items items={news.pinned} now={now} label={t`Important`} />
          </Section>
        )}
        {news && news.items.length > 0 && <Items items={news.items} now={now} label={t`News`} />}
        {news && news.others.length > 0 && (
          <Section title={<Trans>In other languages</Trans>}>
            <Items items={news.others} now={now} label={t`In other languages`} />
          </Section>
        )}
      </Stack>
    </Screen>
  );
}
