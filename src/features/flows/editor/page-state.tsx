import { Plural, Trans } from '@lingui/react/macro';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import type { ReactElement } from 'react';
import { formatRecent } from '../../../lib/dates.ts';
import { useNow } from '../../../ui/use-now.ts';
import styles from './editor.module.css';
import { useEditor } from './editor-context.tsx';

function Text(): ReactElement {
  const { flow, changes } = useEditor();
  const now = useNow('minute');
  const count = changes.length;
  const at = flow.published_at === null ? '' : formatRecent(flow.published_at, now);
  if (flow.state !== 'published') return <Trans context="state of a page">Draft</Trans>;
  if (count > 0)
    return (
      <Plural value={count} one="Draft, # change ahead of published" other="Draft, # changes ahead of published" />
    );
  return <Trans>Published {at}</Trans>;
}

/** Shows how many changes of the draft are not published yet. */
export function PageState(): ReactElement {
  const { flow, changes } = useEditor();
  const isCurrent = flow.state === 'published' && changes.length === 0;
  return (
    <span className={styles.state}>
      {isCurrent ? <IconWorld aria-hidden="true" /> : <IconPencil aria-hidden="true" />}
      <Text />
    </span>
  );
}
