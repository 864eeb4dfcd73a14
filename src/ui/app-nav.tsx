import { useLingui } from '@lingui/react/macro';
import { createLink, type RegisteredRouter } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';

import styles from './app-nav.module.css';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import { Anchor, type AnchorProps } from './press.tsx';

/** A screen whose path has no parameters. */
export type ScreenPath = Exclude<keyof RegisteredRouter['routesByPath'], `${string}$${string}`>;

export type NavItem = {
  key: string;
  label: string;
  icon: ReactNode;
  to: ScreenPath;
  isCurrent?: boolean;
  /** Shown as text; keep it short, e.g. 6 or "99+". */
  count?: number | string | undefined;
  /** What is counted, such as "unread". Screen readers read it after the count. */
  countLabel?: string | undefined;
  /** Shows a small dot with this meaning, such as "Update ready". */
  dot?: string | undefined;
  /** Heading of the group in the rail, such as "Work". Items of the same group must be adjacent. */
  group?: string | undefined;
};

type NavPlace = 'bar' | 'extra' | 'more';
type Placed = { item: NavItem; place: NavPlace };
type AppNavProps = { items: readonly NavItem[]; extra: readonly NavItem[]; more?: NavItem };

/** Splits the items, in their order, into groups of adjacent items with the same heading. */
function groupItems(items: readonly Placed[]): Placed[][] {
  const groups: Placed[][] = [];
  for (const placed of items) {
    const last = groups.at(-1);
    if (last && last[0]?.item.group === placed.item.group) last.push(placed);
    else groups.push([placed]);
  }
  return groups;
}

/**
 * The navigation: one list of items. CSS lays it out as a bar on narrow screens, and as a rail with groups on wide
 * ones.
 */
export function AppNav({ items, extra, more }: AppNavProps): ReactElement {
  const { t } = useLingui();
  const placed: Placed[] = [
    ...items.map((item) => ({ item, place: 'bar' as const })),
    ...extra.map((item) => ({ item, place: 'extra' as const })),
  ];
  return (
    <nav className={styles.nav} aria-label={t`Main menu`}>
      {groupItems(placed).map((group) => (
        <NavGroup key={group[0]?.item.key} items={group} label={group[0]?.item.group} />
      ))}
      {more && <NavLink item={more} place="more" />}
    </nav>
  );
}

function NavGroup({ items, label }: { items: readonly Placed[]; label: string | undefined }): ReactElement {
  return (
    <div className={styles.group} role="group" aria-label={label}>
      {label && (
        <span className={styles.heading} aria-hidden="true">
          {label}
        </span>
      )}
      {items.map(({ item, place }) => (
        <NavLink key={item.key} item={item} place={place} />
      ))}
    </div>
  );
}

type NavAnchorProps = Omit<AnchorProps, 'className'> & { item: NavItem; place: NavPlace };

function NavAnchor({ item, place, ...rest }: NavAnchorProps): ReactElement {
  const { label, icon, isCurrent = false, count, countLabel, dot } = item;
  return (
    <Anchor
      {...rest}
      className={classNames(styles.link)}
      data-place={place}
      title={label}
      current={isCurrent ? 'page' : undefined}
    >
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.label}>{label}</span>
      {count !== undefined && (
        <span className={styles.count}>
          <VisuallyHidden>, </VisuallyHidden>
          {count}
          {countLabel && <VisuallyHidden> {countLabel}</VisuallyHidden>}
        </span>
      )}
      {dot && (
        <span className={styles.dot}>
          <VisuallyHidden>, {dot}</VisuallyHidden>
        </span>
      )}
    </Anchor>
  );
}

const NavAnchorLink = createLink(NavAnchor);

function NavLink({ item, place }: Placed): ReactElement {
  return <NavAnchorLink to={item.to} item={item} place={place} />;
}
