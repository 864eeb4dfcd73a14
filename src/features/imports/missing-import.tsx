import { Trans } from '@lingui/react/macro';
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs';
import type { ReactElement } from 'react';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** Shown instead of a step of an import whose file is not on this device. */
export function MissingImport(): ReactElement {
  return (
    <EmptyState
      icon={<IconFileImport aria-hidden="true" />}
      action={
        <LinkButton to="/staff/users_imports/new" variant="soft">
          <Trans>Choose a file</Trans>
        </LinkButton>
      }
    >
      <Trans>This file is not on this device. It may have been prepared on another one, or discarded.</Trans>
    </EmptyState>
  );
}
