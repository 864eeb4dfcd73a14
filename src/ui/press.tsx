import { useLingui } from '@lingui/react/macro';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactElement, Ref } from 'react';

import { refuseInView } from '../lib/view-mode.ts';
import { isLocked } from './write-lock.ts';

export type PressButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'disabled'> & {
  onPress?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  /** While true, the button keeps the focus but ignores presses. */
  isPending?: boolean | undefined;
  /** Whether a press changes something. Such buttons, and all submit buttons, are locked in view mode. */
  writes?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
};

/**
 * A button that is locked in view mode. It can still have the focus, so that all users can read why it is locked; a
 * press shows the reason in a toast.
 */
function LockedButton(props: ButtonHTMLAttributes<HTMLButtonElement> & Pick<PressButtonProps, 'ref'>): ReactElement {
  const { t } = useLingui();
  return (
    <button
      {...props}
      type="button"
      title={t`You see the app as someone else. Nothing can be changed`}
      aria-disabled="true"
      data-disabled
      data-locked
      onClick={() => void refuseInView()}
    />
  );
}

/** The button element that all buttons render. A native button needs no code for its keyboard and touch behaviour. */
export function PressButton({
  onPress,
  isDisabled = false,
  isPending = false,
  type = 'button',
  writes,
  ...rest
}: PressButtonProps): ReactElement {
  if (!isDisabled && isLocked({ writes, type })) return <LockedButton {...rest} />;
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
  /**
   * Marks the link to the current screen. The router's own mark is not used, because it also marks links to parent
   * paths.
   */
  current?: 'page' | 'true' | undefined;
  /** Whether the link opens a form that changes something. Such links are locked in view mode. */
  writes?: boolean | undefined;
  ref?: Ref<HTMLAnchorElement> | undefined;
};

/**
 * The anchor element that all links to screens render. The router's `createLink` adds `href` and the event handlers.
 */
export function Anchor({ current, writes, ...rest }: AnchorProps): ReactElement {
  if (isLocked({ writes })) {
    const { className, children, 'aria-label': label } = rest;
    return <LockedButton {...{ className, children, 'aria-label': label }} />;
  }
  return <a {...rest} aria-current={current} />;
}
