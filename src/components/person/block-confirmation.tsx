import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';

interface BlockConfirmationProps {
  /** The name of the person. */
  name: string;
  isBlocked: boolean;
  isPending: boolean;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
}

/** A sheet that asks the user to confirm that a person is blocked or, if they are blocked, unblocked. */
export function BlockConfirmation(props: BlockConfirmationProps): ReactElement {
  const { name, isBlocked, isPending, onClose, onConfirm, children } = props;
  const { t } = useLingui();
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={isBlocked ? t`Unblock ${name}?` : t`Block ${name}?`}
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant={isBlocked ? 'primary' : 'danger'} isPending={isPending} writes onPress={onConfirm}>
            {isBlocked ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  );
}

/** Explains what happens to the devices of a person who is unblocked. */
export function UnblockExplanation(): ReactElement {
  return (
    <Trans>Their devices unlock within a minute of going online. After a new login they send what they kept.</Trans>
  );
}
