import type { ReactElement, ReactNode } from 'react';

import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { PressButton, PressLink, type PressButtonProps, type PressLinkProps } from './press.tsx';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'soft' | 'ghost' | 'danger' | 'plain' | 'hero' | 'heroMain';

type Look = {
  variant?: ButtonVariant;
  /** 36 px high with a touch target of 44 px. */
  small?: boolean;
  /** As wide as its container. */
  wide?: boolean;
  icon?: ReactNode;
  children: ReactNode;
};

export type ButtonProps = Omit<PressButtonProps, 'className' | 'style' | 'children'> & Look;

function look({ variant = 'primary', small = false, wide = false }: Partial<Look>): string {
  return classNames(styles.button, styles[variant], small && styles.small, wide && styles.wide);
}

/** The button of the kit; `isPending` keeps the focus and replaces the icon with a spinner. */
export function Button({ variant, small, wide, icon, children, ...rest }: ButtonProps): ReactElement {
  return (
    <PressButton
      {...rest}
      className={look({ ...(variant && { variant }), ...(small && { small }), ...(wide && { wide }) })}
    >
      {rest.isPending ? <Spinner small /> : icon}
      <span className={styles.text}>{children}</span>
    </PressButton>
  );
}

export type LinkButtonProps = Omit<PressLinkProps, 'className' | 'style' | 'children'> & Look;

/** A link styled as a button. */
export function LinkButton({ variant, small, wide, icon, children, ...rest }: LinkButtonProps): ReactElement {
  return (
    <PressLink
      {...rest}
      className={look({ ...(variant && { variant }), ...(small && { small }), ...(wide && { wide }) })}
    >
      {icon}
      <span className={styles.text}>{children}</span>
    </PressLink>
  );
}

export type TextLinkProps = {
  children: ReactNode;
  id?: string;
  target?: string;
  rel?: string;
  'aria-label'?: string;
} & ({ href: string; onPress?: never } | { onPress: () => void; href?: never });

/** An inline text button or link. */
export function TextLink({ href, onPress, target, rel, ...rest }: TextLinkProps): ReactElement {
  if (href !== undefined)
    return <PressLink {...rest} target={target} rel={rel} href={href} className={classNames(styles.link)} />;
  return <PressButton {...rest} onPress={onPress} className={classNames(styles.link)} />;
}

export type IconButtonProps = Omit<PressButtonProps, 'className' | 'style' | 'children' | 'aria-label'> & {
  'aria-label': string;
  variant?: 'primary' | 'soft' | 'ghost' | 'plain';
  /** Round and 56 px wide, e.g. to play over a cover. */
  isLarge?: boolean;
  children: ReactNode;
};

/** 44 by 44 px with one icon as child; the name is required. */
export function IconButton({ variant = 'plain', isLarge = false, children, ...rest }: IconButtonProps): ReactElement {
  return (
    <PressButton {...rest} className={classNames(styles.button, styles.icon, styles[variant], isLarge && styles.large)}>
      {rest.isPending ? <Spinner small /> : children}
    </PressButton>
  );
}
