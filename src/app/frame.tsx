import { useLingui } from '@lingui/react/macro';
import IconBackpack from '@tabler/icons-react/dist/esm/icons/IconBackpack.mjs';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconMenu2 from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconSquareCheck from '@tabler/icons-react/dist/esm/icons/IconSquareCheck.mjs';
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { keepEarlyKeys, takeEarlyKeys } from '../hooks/early-keys.ts';
import { useSyncState } from '../hooks/sync-context.tsx';
import { useIsShown } from '../hooks/use-is-shown.ts';
import { AppFrame } from '../ui/app-frame.tsx';
import type { NavItem, ScreenPath } from '../ui/app-nav.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import type { ExtraIconName } from './extra-icons.tsx';
import type { FrameExtrasProps } from './frame-extras.tsx';
import type { NavCounts } from './nav-counts.ts';
import { lazyScreen } from './lazy-screen.ts';
import { useCurrentUser } from './current-user-context.tsx';
import { useUpdateReady } from '../features/sync-centre/use-update.ts';

const ExtraIcon = lazy<(props: { name: ExtraIconName }) => ReactNode>(() =>
  import('./extra-icons.tsx').then(
    (loaded) => ({ default: loaded.ExtraIcon }),
    () => ({ default: () => null }),
  ),
);

const extraIcon = (name: ExtraIconName): ReactElement => (
  <Suspense>
    <ExtraIcon name={name} />
  </Suspense>
);

// These parts are loaded after the first rows, which do not need them. If they cannot be loaded, the screens still
// work. Among them are the shortcuts, so keys are kept until they are loaded.
const FrameExtras = lazy<(props: FrameExtrasProps) => ReactNode>(() => {
  keepEarlyKeys();
  return import('./frame-extras.tsx').then(
    (loaded) => ({ default: loaded.FrameExtras }),
    () => {
      takeEarlyKeys();
      return { default: () => null };
    },
  );
});

const GateNotice = lazyScreen(() => import('./gate-notice.tsx'), 'GateNotice');
const BlockedScreen = lazyScreen(() => import('./blocked-screen.tsx'), 'BlockedScreen');

interface AppNavItem extends Omit<NavItem, 'isCurrent'> {
  /** First path segments of the screens that belong to this item. */
  owns: readonly string[];
}

const isBelow = (path: string, roots: readonly string[]): boolean =>
  roots.some((root) => path === root || path.startsWith(`${root}/`));

interface NavItems {
  bar: AppNavItem[];
  extra: AppNavItem[];
}

/**
 * Maps the search parameter `from` to the path of the navigation item to highlight. Screens to which several lists link
 * use this parameter, so that the item of the list from which the user came stays highlighted.
 */
const navItemByOrigin = new Map<string | undefined, string>([
  ['people', '/people'],
  ['partners', '/partners'],
  ['today', '/dashboard'],
]);

/** Returns a navigation item with the given icon. It is highlighted on all screens below `to` and below `others`. */
const barItem = (key: string, label: string, icon: ReactElement, to: ScreenPath, ...others: string[]): AppNavItem => ({
  key,
  label,
  icon,
  to,
  owns: [to, ...others],
});

/** Returns a navigation item whose icon is loaded lazily. `key` is also the name of the icon. */
const item = (key: ExtraIconName, label: string, to: ScreenPath, ...others: string[]): AppNavItem =>
  barItem(key, label, extraIcon(key), to, ...others);

const inGroup = (group: string, items: readonly AppNavItem[]): AppNavItem[] =>
  items.map((each) => ({ ...each, group }));

/** Returns the navigation items of employees. */
function useWorkItems(isManager: boolean): { bar: AppNavItem[]; work: AppNavItem[]; team: AppNavItem[] } {
  const { t } = useLingui();
  return {
    bar: [
      barItem('today', t`Today`, <IconSun />, '/dashboard', '/staff-dashboard'),
      barItem('tasks', t`Tasks`, <IconSquareCheck />, '/tasks'),
      item('leads', t`Leads`, '/leads', '/user/view-details'),
    ],
    work: [
      item('tickets', t`Tickets`, '/tickets', '/user/new-request'),
      item('people', t`People`, '/people'),
      item('partners', t`Partners`, '/partners'),
    ],
    team: [
      item('statistics', t`Statistics`, '/statistics'),
      ...(isManager ? [item('employees', t`Employees`, '/employees')] : []),
      item('imports', t`Imports`, '/staff/users_imports'),
    ],
  };
}

/** Media query for screens that are wide enough for a navigation rail at the side instead of a bar at the bottom. */
export const RAIL_MEDIA_QUERY = '(min-width: 720px)';

/**
 * Returns a function that adds the items of the administration: at the top of the rail, or as second item in the bar of
 * a phone.
 */
function useWithAdministration(): (items: NavItems) => NavItems {
  const { t } = useLingui();
  const hasRail = useMediaQuery(RAIL_MEDIA_QUERY);
  return ({ bar, extra }) => {
    const users = item('users', t`Users`, '/main/admin/users/all', '/main/admin/users');
    const audit = item('audit', t`Audit log`, '/main/admin/audit');
    const employees = extra.filter(({ key }) => key === 'employees');
    const others = extra.filter(({ key }) => key !== 'employees');
    if (hasRail) return { bar: [...inGroup(t`Administration`, [users, ...employees, audit]), ...bar], extra: others };
    const [today, tasks, ...rest] = bar;
    const inBar = [today, users, ...employees, tasks].filter((item) => item !== undefined);
    return { bar: inBar, extra: [audit, ...rest, ...others] };
  };
}

/** Returns all navigation items for the user's role, including those for which the server offers nothing. */
function useRoleItems(): NavItems {
  const { t } = useLingui();
  const user = useCurrentUser();
  const work = useWorkItems(user?.is_manager ?? false);
  const withAdministration = useWithAdministration();
  const attentionCount = useSyncState()?.counts.needs_you ?? 0;
  const home = barItem('home', t`Home`, <IconHome />, '/dashboard');
  const lessons = barItem('lessons', t`Lessons`, <IconBook />, '/lessons', '/lesson');
  const contacts = barItem('contacts', t`Contacts`, <IconUsers />, '/contacts', '/calls');
  const books = item('books', t`Books`, '/books');
  const updates = [item('news', t`News`, '/news'), item('events', t`Events`, '/events')];
  const outreach = [item('team', t`Team`, '/team'), item('flows', t`Flows`, '/flows')];
  const generalItems: AppNavItem[] = [
    item('inbox', t`Notifications`, '/inbox'),
    item('help', t`Help`, '/help'),
    item('profile', t`Profile`, '/profile/view'),
    item('settings', t`Settings`, '/profile/settings'),
    {
      ...item('sync', t`Sync centre`, '/sync'),
      ...(attentionCount > 0 && { count: attentionCount, countLabel: t`needs you` }),
    },
  ];
  if (!user?.is_staff)
    return { bar: [home, lessons, books, contacts], extra: [...updates, ...outreach, ...generalItems] };
  const items = {
    bar: inGroup(t`Work`, [...work.bar, contacts]),
    extra: [
      ...inGroup(t`Work`, work.work),
      ...inGroup(t`Team`, [...work.team, ...outreach]),
      ...inGroup(t`Learning`, [lessons, books, ...updates]),
      ...generalItems,
    ],
  };
  return user.is_admin ? withAdministration(items) : items;
}

/** Returns the navigation items that are shown to the user: those in the bar, and those in the rail or under More. */
export function useNavItems(): NavItems {
  const { bar, extra } = useRoleItems();
  const isShown = useIsShown();
  return { bar: bar.filter(isShown), extra: extra.filter(isShown) };
}

/** The navigation around every screen of a logged-in user. */
export function Frame(): ReactElement {
  const { t } = useLingui();
  const { pathname, search } = useLocation();
  const { from, view } = search as { from?: string; view?: string };
  const path = navItemByOrigin.get(from) ?? pathname;
  const isCalendar = pathname === '/tasks' && view !== undefined;
  const isWide = isCalendar || pathname === '/people' || pathname.startsWith('/staff/users_imports');
  const { bar, extra } = useNavItems();
  const [counts, setCounts] = useState<NavCounts>({});
  const isUpdateReady = useUpdateReady();
  const hasRail = useMediaQuery(RAIL_MEDIA_QUERY);
  const status = useSyncState()?.status;
  if (status?.shut)
    return (
      <Suspense>
        <BlockedScreen />
      </Suspense>
    );
  const toNavItem = ({ owns, ...item }: AppNavItem): NavItem => ({
    ...item,
    ...counts[item.key],
    isCurrent: isBelow(path, owns),
  });
  const isInBar = bar.some(({ owns }) => isBelow(path, owns));
  const more: NavItem = {
    key: 'more',
    label: t`More`,
    icon: <IconMenu2 />,
    to: '/more',
    isCurrent: hasRail ? path === '/more' : !isInBar,
    ...(isUpdateReady && { dot: t`Update ready` }),
    // The rail has its own item for notifications, which shows their count.
    ...(!hasRail && counts['inbox']),
  };
  return (
    <AppFrame
      brand={{ name: 'Haversack', icon: <IconBackpack /> }}
      items={bar.map(toNavItem)}
      extra={extra.map(toNavItem)}
      more={more}
      prefersNarrowRail={isWide}
      notice={
        (status?.gates.blocked || status?.gates.upgrade || status?.limits) && (
          <Suspense>
            <GateNotice />
          </Suspense>
        )
      }
    >
      <Outlet />
      <Suspense>
        <FrameExtras bar={bar} extra={extra} onCounts={setCounts} />
      </Suspense>
    </AppFrame>
  );
}
