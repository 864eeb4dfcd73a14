import { Plural, Trans } from '@lingui/react/macro';
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import type { ReactElement } from 'react';
import type { Flow } from '../../../contract/entities/flow.ts';
import { Badge } from '../../ui/badge.tsx';

/** Shows whether visitors can open the page, and how many changes of the draft are not published yet. */
export function FlowState({ flow, changes }: { flow: Pick<Flow, 'state'>; changes: number }): ReactElement {
  if (flow.state === 'archived')
    return (
      <Badge icon={<IconArchive aria-hidden="true" />}>
        <Trans>Archived</Trans>
      </Badge>
    );
  if (flow.state === 'draft')
    return (
      <Badge icon={<IconPencil aria-hidden="true" />}>
        <Trans context="state of a page">Draft</Trans>
      </Badge>
    );
  if (changes > 0)
    return (
      <Badge icon={<IconPencil aria-hidden="true" />}>
        <Plural value={changes} one="Draft, # change ahead" other="Draft, # changes ahead" />
      </Badge>
    );
  return (
    <Badge tone="ok" icon={<IconWorld aria-hidden="true" />}>
      <Trans context="state of a page">Published</Trans>
    </Badge>
  );
}
