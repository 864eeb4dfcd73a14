import type { ReactElement, ReactNode } from 'react';

import { classNames } from './class-names.ts';
import styles from './list.module.css';
import { PressButton, PressLink } from './press.tsx';

export type ListProps = {
  'aria-label'?: string;
  'aria-labelledby'?: string;
  /** Without the surrounding card. */
  plain?: boolean;
  children: ReactNode;
};

/** Rows on one card with hairlines between them. */
export function List({ plain = false, children, ...rest }: ListProps): ReactElement {
  return (
    <ul {...rest} role="list" className={styles.list} data-plain={plain}>
      {children}
    </ul>
  );
}

export type RowProps = {
  /** Avatar, cover, icon or date at the left. */
  leading?: ReactNode;
  title: ReactNode;
  subtitle?: ReactNode;
  subtitleTone?: 'quiet' | 'need' | 'wait' | 'ok';
  /** A third line, e.g. a progress bar or a badge with a reason. */
  meta?: ReactNode;
  /** A word at the end of the first line. */
  badge?: ReactNode;
  /** One control at the right with its own touch target. */
  trailing?: ReactNode;
  /** The selected record of a list beside its detail. */
  isCurrent?: boolean;
  /** Wraps the title instead of truncating it. */
  wrapTitle?: boolean;
  id?: string;
} & ({ href?: string; onPress?: never } | { onPress: () => void; href?: never });

/** A list row; the whole row is the link or button and its title is the name. */
export function Row(props: RowProps): ReactElement {
  const { leading, subtitle, subtitleTone = 'quiet', meta, badge, trailing, isCurrent = false } = props;
  return (
    <li className={styles.row} data-current={isCurrent} id={props.id}>
      {leading && <div className={styles.leading}>{leading}</div>}
      <div className={styles.text}>
        <div className={styles.first}>
          <div className={styles.title} data-wrap={props.wrapTitle ?? false}>
            <RowTitle {...props} />
          </div>
          {badge && <div className={styles.badge}>{badge}</div>}
        </div>
        {subtitle && (
          <div className={styles.subtitle} data-tone={subtitleTone}>
            {subtitle}
          </div>
        )}
        {meta && <div className={styles.meta}>{meta}</div>}
      </div>
      {trailing && <div className={styles.trailing}>{trailing}</div>}
    </li>
  );
}

function RowTitle({ title, href, onPress, isCurrent }: RowProps): ReactElement {
  if (href !== undefined) {
    return (
      <PressLink
        href={href}
        className={classNames(styles.target)}
        {...(isCurrent && { 'aria-current': 'true' as const })}
      >
        {title}
      </PressLink>
    );
  }
  if (onPress) {
    return (
      <PressButton onPress={onPress} className={classNames(styles.target)}>
        {title}
      </PressButton>
    );
  }
  return <>{title}</>;
}
