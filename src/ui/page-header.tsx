import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import type { ReactElement, ReactNode } from 'react';

import { classNames } from './class-names.ts';
import styles from './page-header.module.css';
import { PressLink } from './press.tsx';

export type PageHeaderProps = {
  title: ReactNode;
  /** Where "back" leads; the label is the name of that place. */
  back?: { href: string; label: string };
  /** A small line above the title. */
  kicker?: ReactNode;
  /** A small line under the title. */
  subtitle?: ReactNode;
  /** The sync pill. */
  end?: ReactNode;
  /** Shown from 1024 px at the right; put the same action in a Fab for smaller screens. */
  action?: ReactNode;
  /** Chips or a menu that belong to the title; always shown. */
  tools?: ReactNode;
};

/** The top of a screen: way back, title, the pill at the right. Wraps when the words are long. */
export function PageHeader({ title, back, kicker, subtitle, end, action, tools }: PageHeaderProps): ReactElement {
  const heading = (
    <div className={styles.titles}>
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
      <PressLink href={back.href} className={classNames(styles.back)}>
        <IconChevronLeft aria-hidden="true" />
        <span>{back.label}</span>
      </PressLink>
      {side}
      {heading}
    </div>
  );
}
