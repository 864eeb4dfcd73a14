import { Trans, useLingui } from '@lingui/react/macro';
import { useBlocker } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { isViewing } from '../lib/view-mode.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/**
 * Asks the user for confirmation before they leave a form with unsaved changes for another screen or site. A change of
 * the search parameters alone does not leave the form.
 */
export function LeaveGuard({ isDirty }: { isDirty: () => boolean }): ReactElement {
  const { t } = useLingui();
  // Nothing can be saved in view mode, so nothing can be lost.
  const shouldAsk = (): boolean => !isViewing() && isDirty();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && shouldAsk(),
    enableBeforeUnload: shouldAsk,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
      title={t`Discard unsaved changes?`}
      confirmLabel={t({ message: 'Discard', context: 'changes of a form' })}
      cancelLabel={t`Keep editing`}
      isDanger
    >
      <Trans>What you changed here has not been saved yet.</Trans>
    </ConfirmDialog>
  );
}
