import { Trans } from '@lingui/react/macro';
import IconLayoutList from '@tabler/icons-react/dist/esm/icons/IconLayoutList.mjs';
import type { ReactElement } from 'react';
import { EmptyState } from '../../../ui/states.tsx';

/** Shown while a page has no blocks. */
export function EmptyPage(): ReactElement {
  return (
    <EmptyState icon={<IconLayoutList aria-hidden="true" />}>
      <Trans>This page has no blocks yet. Start with a hero: it says what the page is about.</Trans>
    </EmptyState>
  );
}
