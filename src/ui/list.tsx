import { createLink } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';

import { classNames } from './class-names.ts';
import styles from './list.module.css';
import { Anchor, PressButton, type AnchorProps } from './press.tsx';

export type ListProps = {
  'aria-label'?: string;
  'aria-labelledby'?: string;
  /** Omits the surrounding card. */
  plain?: boolean;
  children: ReactNode;
};

/** A list of rows on one card, with hairlines between them. */
export function List({ plain = false, children, ...rest }: ListProps): ReactElement {
  return (
    <ul {...rest} role="list" className={styles.list} data-plain={plain}>
      {children}
    </ul>
  );
}

type RowContent = {
  /** Avatar, cover, icon or date at the left. */
  leading?: ReactNode;
  title: ReactNode;
  subtitle?: ReactNode;
  subtitleTone?: 'quiet' | 'need' | 'wait' | 'ok';
  /** A third line, e.g. a progress bar or a badge with a reason. */
  meta?: ReactNode;
  /** A short text at the end of the first line, such as a state. */
  badge?: ReactNode;
  /** One control at the right with its own touch target. */
  trailing?: ReactNode;
  /** Marks the selected record in a list that is shown beside its detail. */
  isCurrent?: boolean;
  /** Wraps the title instead of truncating it. */
  wrapTitle?: boolean;
};

export type RowProps = RowContent & { id?: string; onPress?: () => void };

/** A list row. With `onPress` the entire row is the button, and its title is the accessible name. */
export function Row({ id, onPress, ...look }: RowProps): ReactElement {
  const title = onPress ? (
    <PressButton onPress={onPress} className={classNames(styles.target)}>
      {look.title}
    </PressButton>
  ) : (
    look.title
  );
  return (
    <li className={styles.row} data-current={look.isCurrent ?? false} id={id}>
      <RowBody {...look} title={title} />
    </li>
  );
}

type RowAnchorProps = Omit<AnchorProps, 'title' | 'className' | 'children'> & RowContent;

function RowAnchor(props: RowAnchorProps): ReactElement {
  const {
    leading,
    title,
    subtitle,
    subtitleTone,
    meta,
    badge,
    trailing,
    isCurrent = false,
    wrapTitle,
    ...rest
  } = props;
  const target = (
    <Anchor {...rest} className={classNames(styles.target)} current={isCurrent ? 'true' : undefined}>
      {title}
    </Anchor>
  );
  return (
    <li className={styles.row} data-current={isCurrent}>
      <RowBody {...{ leading, subtitle, subtitleTone, meta, badge, trailing, wrapTitle }} title={target} />
    </li>
  );
}

/** A list row that links to a screen; its title is the name of the link. */
export const RowLink = createLink(RowAnchor);

type RowBodyProps = { [K in keyof RowContent]: RowContent[K] | undefined };

function RowBody({ leading, title, subtitle, subtitleTone = 'quiet', ...rest }: RowBodyProps): ReactElement {
  const { meta, badge, trailing, wrapTitle = false } = rest;
  return (
    <>
      {leading && <div className={styles.leading}>{leading}</div>}
      <div className={styles.text}>
        <div className={styles.first}>
          <div className={styles.title} data-wrap={wrapTitle}>
            {title}
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
    </>
  );
}
