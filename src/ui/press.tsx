import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactElement, Ref } from 'react';

export type PressButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'disabled'> & {
  onPress?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  /** Keeps the focus and ignores presses. */
  isPending?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** The native button, which comes with the right keys, touch behaviour and accessible name. */
export function PressButton({
  onPress,
  isDisabled = false,
  isPending = false,
  type = 'button',
  ...rest
}: PressButtonProps): ReactElement {
  return (
    <button
      {...rest}
      type={isPending ? 'button' : type}
      disabled={isDisabled}
      {...(isPending && { 'aria-disabled': true, 'data-pending': true })}
      {...(isDisabled && { 'data-disabled': true })}
      onClick={() => {
        if (!isPending) onPress?.();
      }}
    />
  );
}

export type AnchorProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** Marks the current link. The router's own mark would also be set on every parent path. */
  current?: 'page' | 'true' | undefined;
  ref?: Ref<HTMLAnchorElement> | undefined;
};

/** The element that all links of the kit render; `createLink` adds `href` and the event handlers. */
export function Anchor({ current, ...rest }: AnchorProps): ReactElement {
  return <a {...rest} aria-current={current} />;
}
