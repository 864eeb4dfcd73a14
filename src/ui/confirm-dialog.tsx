import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';

import { Button } from './button.tsx';
import { Sheet } from './sheet.tsx';

export type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  /** Explains the consequences of the action, and what it does not affect. */
  children?: ReactNode;
  /** Label that names the action, such as "Delete contact". */
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  isDanger?: boolean;
  isPending?: boolean;
};

/** Asks for confirmation before an action that is hard to undo. After a confirmation, the caller closes the dialog. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactElement {
  const { isOpen, onClose, onConfirm, isDanger = false, isPending = false } = props;
  const { t } = useLingui();
  const footer = (
    <>
      <Button variant="ghost" onPress={onClose} autoFocus={isDanger}>
        {props.cancelLabel ?? t`Cancel`}
      </Button>
      <Button
        variant={isDanger ? 'danger' : 'primary'}
        writes
        onPress={onConfirm}
        isPending={isPending}
        autoFocus={!isDanger}
      >
        {props.confirmLabel}
      </Button>
    </>
  );
  return (
    <Sheet
      role="alertdialog"
      isOpen={isOpen}
      onClose={onClose}
      title={props.title}
      closesOnOutsidePress={false}
      footer={footer}
    >
      {props.children && <p>{props.children}</p>}
    </Sheet>
  );
}
