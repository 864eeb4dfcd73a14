import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { createLink } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';

import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Anchor, PressButton, type AnchorProps, type PressButtonProps } from './press.tsx';
import { Spinner } from './spinner.tsx';
import { isLocked, type WritingControl } from './write-lock.ts';

export type ButtonVariant = 'primary' | 'soft' | 'ghost' | 'danger' | 'plain' | 'onAccent' | 'onAccentPrimary';

type Look = {
  variant?: ButtonVariant;
  /** Makes the button 36 px high, with a touch target of 44 px. */
  small?: boolean;
  /** Makes the button as wide as its container. */
  wide?: boolean;
  icon?: ReactNode;
  children: ReactNode;
};

export type ButtonProps = Omit<PressButtonProps, 'className' | 'style' | 'children'> & Look;

function classesOf({ variant = 'primary', small = false, wide = false }: Partial<Look>): string {
  return classNames(styles.button, styles[variant], small && styles.small, wide && styles.wide);
}

/** Returns the lock icon for a control that is locked, otherwise the control's own icon. */
export const lockOr = (control: WritingControl, icon: ReactNode): ReactNode =>
  isLocked(control) ? <IconLock aria-hidden="true" /> : icon;

/**
 * The standard button. While `isPending`, it keeps its size and the focus, and shows a spinner instead of the icon, or
 * instead of the text if it has no icon.
 */
export function Button({ variant, small, wide, icon, children, ...rest }: ButtonProps): ReactElement {
  return (
    <PressButton
      {...rest}
      className={classesOf({ ...(variant && { variant }), ...(small && { small }), ...(wide && { wide }) })}
      data-text-only={!icon || undefined}
    >
      {rest.isPending ? <Spinner small /> : lockOr(rest, icon)}
      <span className={styles.text}>{children}</span>
    </PressButton>
  );
}

export type ButtonAnchorProps = Omit<AnchorProps, 'className' | 'style' | 'children'> & Look;

/** The anchor element of `LinkButton`, without the props of the router. */
export function ButtonAnchor({ variant, small, wide, icon, children, ...rest }: ButtonAnchorProps): ReactElement {
  return (
    <Anchor
      {...rest}
      className={classesOf({ ...(variant && { variant }), ...(small && { small }), ...(wide && { wide }) })}
    >
      {lockOr({ writes: rest.writes }, icon)}
      <span className={styles.text}>{children}</span>
    </Anchor>
  );
}

/** A link to a screen, styled as a button. */
export const LinkButton = createLink(ButtonAnchor);

function TextAnchor(props: AnchorProps): ReactElement {
  return <Anchor {...props} className={classNames(styles.link)} />;
}

/** An inline text link to a screen. */
export const TextLink = createLink(TextAnchor);

/** An inline text link to another site. It opens a new tab. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }): ReactElement {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={classNames(styles.link)}>
      {children}
    </a>
  );
}

export type TextButtonProps = {
  children: ReactNode;
  id?: string;
  'aria-label'?: string;
  writes?: boolean;
  onPress: () => void;
};

/** An inline text button. */
export function TextButton(props: TextButtonProps): ReactElement {
  return <PressButton {...props} className={classNames(styles.link)} />;
}

export type IconButtonProps = Omit<PressButtonProps, 'className' | 'style' | 'children' | 'aria-label'> & {
  'aria-label': string;
  variant?: 'primary' | 'soft' | 'ghost' | 'plain';
  /** Makes the button round and 56 px wide, for example a play button on a cover. */
  isLarge?: boolean;
  children: ReactNode;
};

/** A button of 44 by 44 px with one icon as its child; the accessible name is required. */
export function IconButton({ variant = 'plain', isLarge = false, children, ...rest }: IconButtonProps): ReactElement {
  return (
    <PressButton {...rest} className={classNames(styles.button, styles.icon, styles[variant], isLarge && styles.large)}>
      {rest.isPending ? <Spinner small /> : lockOr(rest, children)}
    </PressButton>
  );
}
