import { Trans } from '@lingui/react/macro';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import type { ReactElement } from 'react';
import { Badge } from '../../ui/badge.tsx';
import type { NameCheckState } from './use-name-check.ts';

/** Shows whether the address of a page is free. */
export function NameStatus({ check }: { check: NameCheckState }): ReactElement {
  return (
    <span role="status">
      {check.state === 'checking' && (
        <Badge>
          <Trans>Checking the address</Trans>
        </Badge>
      )}
      {check.state === 'free' && (
        <Badge tone="ok" icon={<IconCircleCheck aria-hidden="true" />}>
          <Trans>Address is free</Trans>
        </Badge>
      )}
      {check.state === 'taken' && (
        <Badge tone="need" icon={<IconAlertCircle aria-hidden="true" />}>
          {check.text}
        </Badge>
      )}
      {check.state === 'later' && (
        <Badge>
          <Trans>Will be checked when you publish</Trans>
        </Badge>
      )}
    </span>
  );
}
