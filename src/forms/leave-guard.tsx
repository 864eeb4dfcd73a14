import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { isViewing } from '../lib/view-mode.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/**
 * Asks before the user leaves a form with unsaved changes, for another screen or another site. A change of the search
 * parameters alone keeps the form open.
 */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }): ReactElement {
  const { t } = useLingui();
  // In a view nothing can be saved, so there is nothing to lose.
  const asks = (): boolean => !isViewing() && isDirty();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && asks(),
    enableBeforeUnload: asks,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={t`Discard unsaved changes?`}
      confirmLabel={t`Discard`}
      cancelLabel={t`Keep editing`}
      isDanger
    >
      <Trans>What you changed here has not been saved yet.</Trans>
    </ConfirmDialog>
  );
}
