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
  /** Meaning of the count for screen readers, such as "6 not finished". */
  countLabel?: string | undefined;
  /** Shows a small dot with this meaning, such as "Update ready". */
  dot?: string | undefined;
};

type AppNavProps = { items: readonly NavItem[]; extra: readonly NavItem[]; more?: NavItem };

/** A single list of items, which the style sheet lays out as a bar or a rail. */
export function AppNav({ items, extra, more }: AppNavProps): ReactElement {
  const { t } = useLingui();
  return (
    <nav className={styles.nav} aria-label={t`Main menu`}>
      {items.map((item) => (
        <NavLink key={item.key} item={item} />
      ))}
      {extra.map((item) => (
        <NavLink key={item.key} item={item} place="extra" />
      ))}
      {more && <NavLink item={more} place="more" />}
    </nav>
  );
}

type NavPlace = 'bar' | 'extra' | 'more';
type NavAnchorProps = Omit<AnchorProps, 'className'> & { item: NavItem; place: NavPlace };

function NavAnchor({ item, place, ...rest }: NavAnchorProps): ReactElement {
  const { label, icon, isCurrent = false, count, countLabel, dot } = item;
  return (
    <Anchor {...rest} className={classNames(styles.link)} data-place={place} current={isCurrent ? 'page' : undefined}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={styles.label}>{label}</span>
      {count !== undefined && (
        <span className={styles.count}>
          <span aria-hidden={countLabel !== undefined}>{count}</span>
          {countLabel && <VisuallyHidden>, {countLabel}</VisuallyHidden>}
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

function NavLink({ item, place = 'bar' }: { item: NavItem; place?: NavPlace }): ReactElement {
  return <NavAnchorLink to={item.to} item={item} place={place} />;
}
