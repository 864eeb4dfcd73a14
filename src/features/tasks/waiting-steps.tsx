import { Plural, Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { isResolvable } from '../../conflicts/conflict-model.ts';
import { ConflictButton } from '../../conflicts/open-conflict.tsx';
import { ErrorText } from '../../components/error/error-text.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { SyncBadge } from '../../components/sync/sync-badge.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import { attentionStates, isUndoable, type Entry } from '../../db/outbox/entry.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';

const isStuck = ({ state }: Entry): boolean => attentionStates.includes(state);

/** Lists the changes of a task that need the user's attention, with their actions. */
export function StuckSteps({ entries }: { entries: readonly Entry[] }): ReactElement | null {
  const stuckEntries = entries.filter(isStuck);
  if (stuckEntries.length === 0) return null;
  return (
    <Stack gap="s">
      {stuckEntries.map((entry) => (
        <StuckChange key={entry.op_id} entry={entry} />
      ))}
    </Stack>
  );
}

/** Shows how many changes of a task will be sent, and offers to undo the last one. */
export function WaitingSteps({ entries }: { entries: readonly Entry[] }): ReactElement | null {
  const waiting = entries.filter((entry) => !isStuck(entry));
  return waiting.length > 0 ? <WaitingChanges entries={waiting} /> : null;
}

function WaitingChanges({ entries }: { entries: readonly Entry[] }): ReactElement {
  const undo = useUndo();
  const count = entries.length;
  const last = entries.at(-1)!;
  const action = (
    <Button variant="soft" small onPress={() => undo(last.op_id)}>
      <Trans>Undo</Trans>
    </Button>
  );
  return (
    <Banner tone="wait" title={<SyncBadge state={last.state} />} action={isUndoable(last) ? action : undefined}>
      <Plural
        value={count}
        one="# change is saved on this device and will be sent."
        other="# changes are saved on this device and will be sent."
      />
    </Banner>
  );
}

function StuckChange({ entry }: { entry: Entry }): ReactElement {
  const store = useStore();
  const action = isResolvable(entry) ? (
    <ConflictButton entry={entry} />
  ) : entry.state === 'parked' ? (
    <Button variant="soft" small onPress={() => void store.retry(entry.op_id)}>
      <Trans>Try again</Trans>
    </Button>
  ) : (
    <LinkButton variant="soft" small to="/sync">
      <Trans>Sync centre</Trans>
    </LinkButton>
  );
  return (
    <Banner tone="need" title={<SyncBadge state={entry.state} />} action={action}>
      {entry.error && <ErrorText code={entry.error.code} />}
    </Banner>
  );
}
