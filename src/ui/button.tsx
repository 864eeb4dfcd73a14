import type { ReactElement, ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { Link, type LinkProps } from 'react-aria-components/Link';

import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonVariant = 'primary' | 'soft' | 'ghost' | 'danger' | 'plain' | 'hero' | 'heroMain';

type Look = {
  variant?: ButtonVariant;
  /** 36 high, still 44 to touch. */
  small?: boolean;
  /** As wide as its place. */
  wide?: boolean;
  icon?: ReactNode;
  children: ReactNode;
};

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'render'> &
  Look & { ref?: Ref<HTMLButtonElement> };

function look({ variant = 'primary', small = false, wide = false }: Partial<Look>): string {
  return classNames(styles.button, styles[variant], small && styles.small, wide && styles.wide);
}

/** The button of the kit; `isPending` keeps the focus and shows a spinner in place of the icon. */
export function Button({ variant, small, wide, icon, children, ...rest }: ButtonProps): ReactElement {
  return (
    <AriaButton
      {...rest}
      className={look({ ...(variant && { variant }), ...(small && { small }), ...(wide && { wide }) })}
    >
      {rest.isPending ? <Spinner small /> : icon}
      <span className={styles.text}>{children}</span>
    </AriaButton>
  );
}

export type LinkButtonProps = Omit<LinkProps, 'className' | 'style' | 'children' | 'render'> & Look;

/** A link that looks like a button. */
export function LinkButton({ variant, small, wide, icon, children, ...rest }: LinkButtonProps): ReactElement {
  return (
    <Link {...rest} className={look({ ...(variant && { variant }), ...(small && { small }), ...(wide && { wide }) })}>
      {icon}
      <span className={styles.text}>{children}</span>
    </Link>
  );
}

export type TextLinkProps = Omit<LinkProps, 'className' | 'style' | 'render'>;

/** A link inside text or at the end of a line. */
export function TextLink(props: TextLinkProps): ReactElement {
  return <Link {...props} className={classNames(styles.link)} />;
}

export type IconButtonProps = Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'render' | 'aria-label'> & {
  'aria-label': string;
  variant?: 'primary' | 'soft' | 'ghost' | 'plain';
  /** Round and 56 wide, e.g. to play over a cover. */
  isLarge?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
};

/** 44 by 44, one icon as its child; the name is required. */
export function IconButton({ variant = 'plain', isLarge = false, children, ...rest }: IconButtonProps): ReactElement {
  return (
    <AriaButton {...rest} className={classNames(styles.button, styles.icon, styles[variant], isLarge && styles.large)}>
      {rest.isPending ? <Spinner small /> : children}
    </AriaButton>
  );
}
