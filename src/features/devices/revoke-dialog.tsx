import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { Device } from '../../../contract/sync.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export interface RevokeDialogProps {
  device: Device | null;
  onClose: () => void;
  onConfirm: (device: Device) => Promise<void>;
}

/**
 * A confirmation before another device is logged out. It explains what happens to the unsent changes of that device.
 */
export function RevokeDialog({ device, onClose, onConfirm }: RevokeDialogProps): ReactElement {
  const { t } = useLingui();
  const [isPending, setPending] = useState(false);
  const name = device?.name ?? t`Unnamed device`;
  const pending = device?.pending ?? 0;
  const confirm = (): void => {
    if (!device) return;
    setPending(true);
    void onConfirm(device).finally(() => setPending(false));
  };
  return (
    <ConfirmDialog
      isOpen={device !== null}
      onClose={onClose}
      onConfirm={confirm}
      title={t`Log out this device?`}
      confirmLabel={t`Log out device`}
      isDanger
      isPending={isPending}
    >
      {name}.{' '}
      {pending > 0 ? (
        <Plural
          value={pending}
          one="# unsent change stays on it until you log in there again."
          other="# unsent changes stay on it until you log in there again."
        />
      ) : (
        <Trans>Anyone using it must log in again.</Trans>
      )}
    </ConfirmDialog>
  );
}
