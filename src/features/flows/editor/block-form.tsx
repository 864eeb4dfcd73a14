import { Trans, useLingui } from '@lingui/react/macro';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { blockProblems } from '../../../../contract/landing/problems.ts';
import type { LandingBlock } from '../../../../contract/entities/landing-block.ts';
import { isStuck, PendingChanges } from '../../../components/sync/pending-changes.tsx';
import { Form } from '../../../forms/form.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { blockTypeLabels } from '../block-labels.ts';
import { BlockFields } from './block-fields.tsx';
import { problemText } from './block-problems.ts';
import styles from './block-form.module.css';
import { useEditor } from './editor-context.tsx';
import { useBlockForm } from './use-block-form.ts';

/** Lists what is missing in the block before its page can be published. */
function Problems({ block }: { block: LandingBlock }): ReactElement | null {
  const { i18n } = useLingui();
  const problems = blockProblems(block);
  if (problems.length === 0) return null;
  return (
    <Banner tone="wait" icon={<IconAlertCircle />} title={<Trans>Fill all empty fields</Trans>}>
      <ul>
        {problems.map((problem) => (
          <li key={problem.field}>{problemText(problem, i18n)}</li>
        ))}
      </ul>
    </Banner>
  );
}

function OpenForm({ block, country }: { block: LandingBlock; country: string | null }): ReactElement {
  const { t } = useLingui();
  const form = useBlockForm(block, country);
  return (
    <Form form={form} className={styles.form} aria-label={t(blockTypeLabels[block.type])}>
      <BlockFields form={form} block={block} />
    </Form>
  );
}

/** The form of a block. Each change is saved on this device automatically. */
export function BlockForm({ block }: { block: LandingBlock }): ReactElement {
  const { db, actor } = useStore();
  const { badges } = useEditor();
  const me = useLiveQuery(async () => (await db.me.get(actor.user_id)) ?? null, [db, actor.user_id]);
  const badge = badges.get(block.id);
  return (
    <div className={styles.stack}>
      {isStuck(badge) && <PendingChanges badge={badge} />}
      <Problems block={block} />
      {me !== undefined && <OpenForm key={block.id} block={block} country={me?.country ?? null} />}
    </div>
  );
}
