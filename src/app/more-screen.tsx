import { Plural, useLingui } from '@lingui/react/macro';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import IconShare2 from '@tabler/icons-react/dist/esm/icons/IconShare2.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { useApp } from '../hooks/app-context.tsx';
import { Screen } from '../components/app/screen.tsx';
import { useStore } from '../hooks/store-context.tsx';
import { savedNews } from '../db/queries/news.ts';
import { UpdateLine } from '../features/sync-centre/update-line.tsx';
import { iso } from '../lib/ports.ts';
import { Stack } from '../ui/card.tsx';
import { List, RowLink } from '../ui/list.tsx';
import { RAIL_MEDIA_QUERY, useNavItems } from './frame.tsx';
import { useMoreItems } from './more-items.tsx';
import { useNavCounts } from './nav-counts.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { useShares } from './share/use-shares.ts';

/** Returns the number of unread news items. */
function useUnread(): number {
  const store = useStore();
  const { language } = useApp().preferences;
  const news = useLiveQuery(async () => savedNews(store.db, language, iso(store.now())), [store, language]);
  return news?.unread ?? 0;
}

/**
 * Lists the screens that are neither in the bar nor in the rail. If other apps have shared something, ends with a link
 * to it.
 */
export function MoreScreen(): ReactElement {
  const { t } = useLingui();
  const { extra } = useNavItems();
  const counts = useNavCounts();
  const hasRail = useMediaQuery(RAIL_MEDIA_QUERY);
  const inMore = hasRail ? [] : extra.map((item) => ({ ...item, ...counts[item.key] }));
  const unread = useUnread();
  const more = useMoreItems();
  const [shares = []] = useShares();
  const arrow = <IconChevronRight aria-hidden="true" />;
  return (
    <Screen title={t`More`} narrow>
      <Stack>
        <UpdateLine />
        <List aria-label={t`More`}>
          {inMore.map((item) => (
            <RowLink
              key={item.key}
              leading={item.icon}
              title={item.label}
              to={item.to}
              trailing={arrow}
              {...(item.count !== undefined && {
                badge: (
                  <small>
                    {item.count} {item.countLabel}
                  </small>
                ),
              })}
              {...(item.key === 'news' &&
                unread > 0 && {
                  badge: (
                    <small>
                      <Plural value={unread} one="# unread" other="# unread" />
                    </small>
                  ),
                })}
            />
          ))}
          {more.map(({ key, icon, label, to }) => (
            <RowLink key={key} leading={icon} title={label} to={to} trailing={arrow} />
          ))}
          {shares.length > 0 && (
            <RowLink
              leading={<IconShare2 />}
              title={t`Shared with Haversack`}
              badge={<small>{shares.length}</small>}
              to="/share"
              trailing={arrow}
            />
          )}
        </List>
      </Stack>
    </Screen>
  );
}
