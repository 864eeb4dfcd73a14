import { useLingui } from '@lingui/react/macro';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactElement, Ref } from 'react';

import { refuseInView } from '../lib/view-mode.ts';
import { isLocked } from './write-lock.ts';

export type PressButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'disabled'> & {
  onPress?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  /** Keeps the focus and ignores presses. */
  isPending?: boolean | undefined;
  /** Whether a press changes something. Such a button, like every submit button, is locked in a view. */
  writes?: boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
};

/** A button that is off in a view. It keeps the focus, so that everybody can read why; a press says so, too. */
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

/** The native button, which comes with the right keys, touch behaviour and accessible name. */
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
  /** Marks the current link. The router's own mark would also be set on every parent path. */
  current?: 'page' | 'true' | undefined;
  ref?: Ref<HTMLAnchorElement> | undefined;
};

/** The element that all links of the kit render; `createLink` adds `href` and the event handlers. */
export function Anchor({ current, ...rest }: AnchorProps): ReactElement {
  return <a {...rest} aria-current={current} />;
}
