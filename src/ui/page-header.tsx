import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import { createLink } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';

import { classNames } from './class-names.ts';
import styles from './page-header.module.css';
import { Anchor, type AnchorProps } from './press.tsx';

export type PageHeaderProps = {
  /** Absent if the page below has its own header, which contains the h1. */
  title?: ReactNode;
  /**
   * Whether the title has several words, like a greeting. On a phone it is then below the sync status, where it needs
   * at most two lines.
   */
  hasLongTitle?: boolean;
  /** A `BackLink`. */
  back?: ReactElement;
  /** A small line above the title. */
  kicker?: ReactNode;
  /** A small line below the title. */
  subtitle?: ReactNode;
  /** The sync pill. */
  end?: ReactNode;
  /** The primary action, shown at the right from 1024 px on. For narrower screens, add a Fab with the same action. */
  action?: ReactNode;
  /** Chips or a menu that belong to the title; always shown. */
  tools?: ReactNode;
};

/** The top of a screen: back link, title, and the sync status at the right. Wraps long titles. */
export function PageHeader(props: PageHeaderProps): ReactElement {
  const { title, hasLongTitle = false, back, kicker, subtitle, end, action, tools } = props;
  const heading = title !== undefined && (
    <div className={styles.titles} data-long={hasLongTitle}>
      {kicker && <div className={styles.small}>{kicker}</div>}
      <h1 tabIndex={-1}>{title}</h1>
      {subtitle && <div className={styles.small}>{subtitle}</div>}
    </div>
  );
  const side = (end || action || tools) && (
    <div className={styles.side}>
      {tools}
      {action && <div className={styles.action}>{action}</div>}
      {end}
    </div>
  );
  if (!back) {
    return (
      <div className={styles.header}>
        {heading}
        {side}
      </div>
    );
  }
  return (
    <div className={styles.header} data-back="true">
      {back}
      {side}
      {heading}
    </div>
  );
}

function BackAnchor({ children, ...rest }: Omit<AnchorProps, 'className'>): ReactElement {
  return (
    <Anchor {...rest} className={classNames(styles.back)}>
      <IconChevronLeft aria-hidden="true" />
      <span>{children}</span>
    </Anchor>
  );
}

/** The back link at the top of a screen; its label is the name of the target screen. */
export const BackLink = createLink(BackAnchor);

const SearchAnchor = (props: Omit<AnchorProps, 'className' | 'children'>): ReactElement => (
  <Anchor {...props} className={classNames(styles.search)} />
);

/** An icon that links to the search; hidden from 720 px on, where the rail has a search button. */
export const SearchLink = createLink(SearchAnchor);
