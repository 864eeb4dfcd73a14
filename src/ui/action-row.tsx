import { createLink } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';

import styles from './action-row.module.css';
import { lockOr } from './button.tsx';
import { classNames } from './class-names.ts';
import { Anchor, PressButton, type AnchorProps, type PressButtonProps } from './press.tsx';

type Look = { icon: ReactNode; children: ReactNode };

/** The main actions of a record: round buttons side by side, each with its label below. */
export function ActionRow({ children }: { children: ReactNode }): ReactElement {
  return <div className={styles.row}>{children}</div>;
}

/** The icon and label of an action. */
export function ActionFace({ icon, children }: Look): ReactElement {
  return (
    <>
      <span className={styles.circle} aria-hidden="true">
        {icon}
      </span>
      <span>{children}</span>
    </>
  );
}

/** Class of the element that contains an ActionFace. */
export const actionClass = classNames(styles.action);

export type ActionButtonProps = Omit<PressButtonProps, 'className' | 'style' | 'children'> & Look;

/** An action that changes something or opens a dialog. */
export function ActionButton({ icon, children, ...rest }: ActionButtonProps): ReactElement {
  return (
    <PressButton {...rest} className={actionClass}>
      <ActionFace icon={lockOr(rest, icon)}>{children}</ActionFace>
    </PressButton>
  );
}

export type ActionAnchorProps = Omit<AnchorProps, 'className' | 'style' | 'children'> &
  Look & {
    /** Whether this is the most important action, which is filled. */
    isMain?: boolean;
  };

/** An action that opens another app. */
export function ActionAnchor({ icon, isMain = false, children, ...rest }: ActionAnchorProps): ReactElement {
  return (
    <Anchor {...rest} className={actionClass} data-main={isMain}>
      <ActionFace icon={lockOr({ writes: rest.writes }, icon)}>{children}</ActionFace>
    </Anchor>
  );
}

/** An action that opens a screen. */
export const ActionLink = createLink(ActionAnchor);
