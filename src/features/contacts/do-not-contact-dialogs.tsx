import { Trans } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export type DoNotContactDialogsProps = {
  name: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
};

/** Two confirmations before a "do not contact" contact is changed, because that status is the contact's own wish. */
export function DoNotContactDialogs({
  name,
  isOpen,
  onClose,
  onConfirm,
  children,
}: DoNotContactDialogsProps): ReactElement {
  const [isSecond, setSecond] = useState(false);
  const close = (): void => {
    setSecond(false);
    onClose();
  };
  if (isOpen && isSecond) {
    return (
      <ConfirmDialog
        key="second"
        isOpen
        isDanger
        onClose={close}
        onConfirm={() => {
          setSecond(false);
          onConfirm();
        }}
        title={<Trans>Did {name} say you can get in touch again?</Trans>}
        confirmLabel={<Trans>Yes, change it</Trans>}
      >
        <Trans>Only change this if they told you themselves.</Trans>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      key="first"
      isOpen={isOpen}
      isDanger
      onClose={close}
      onConfirm={() => setSecond(true)}
      title={<Trans>{name} does not want to be contacted</Trans>}
      confirmLabel={<Trans>Change status</Trans>}
    >
      {children}
    </ConfirmDialog>
  );
}
