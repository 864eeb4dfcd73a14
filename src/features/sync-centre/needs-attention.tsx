import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { Section } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { List } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.ts';
import type { OutboxIssue } from './queries.ts';
import { IssueRow } from './issue-row.tsx';
import { useWriteTitle } from './use-write-title.ts';

/**
 * Lists the rejected and stuck writes. Each write stays in the list until the user has corrected, resent, handed over
 * or discarded it.
 */
export function NeedsAttention({ items }: { items: readonly OutboxIssue[] }): ReactElement | null {
  const { t } = useLingui();
  const store = useStore();
  const titleOf = useWriteTitle();
  const [issueToDiscard, setIssueToDiscard] = useState<OutboxIssue | null>(null);
  if (items.length === 0) return null;
  const discard = async (): Promise<void> => {
    if (!issueToDiscard) return;
    setIssueToDiscard(null);
    await store.discard(issueToDiscard.cause.op_id);
    toast(t`Discarded`);
  };
  const count = items.reduce((sum, { blocked }) => sum + 1 + blocked.length, 0);
  const blocked = issueToDiscard?.blocked.length ?? 0;
  return (
    <Section title={<Trans>Needs you</Trans>} end={count}>
      <List aria-label={t`Needs you`}>
        {items.map((item) => (
          <IssueRow key={item.cause.op_id} item={item} onDiscard={() => setIssueToDiscard(item)} />
        ))}
      </List>
      <ConfirmDialog
        isOpen={issueToDiscard !== null}
        onClose={() => setIssueToDiscard(null)}
        onConfirm={() => void discard()}
        title={t`Discard this?`}
        confirmLabel={t`Discard`}
        isDanger
      >
        {issueToDiscard && titleOf(issueToDiscard.cause)}
        {blocked > 0 && (
          <>
            {'. '}
            <Plural
              value={blocked}
              one="# change that depends on it will be discarded too."
              other="# changes that depend on it will be discarded too."
            />
          </>
        )}
      </ConfirmDialog>
    </Section>
  );
}
