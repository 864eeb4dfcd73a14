import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useStore } from '../../cards/store-context.tsx';
import { SyncBadge } from '../../cards/sync-badge.tsx';
import type { Entry } from '../../db/entry.ts';
import { undoable } from '../../db/entry.ts';
import { formatAgo, formatBytes, formatRecent } from '../../lib/dates.ts';
import { TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { useTitle } from './use-title.ts';
import { ownWords, waitedFor } from './words.ts';

interface WaitingRowProps {
  entry: Entry;
  all: readonly Entry[];
  now: number;
}

function WaitingRow({ entry, all, now }: WaitingRowProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const titleOf = useTitle();
  const other = entry.state === 'waiting_dep' ? waitedFor(entry, all) : undefined;
  const facts = `${formatRecent(entry.at_client, now)}, ${formatBytes(entry.size_bytes)}`;
  const words = entry.kind === 'comment.add' || entry.kind === 'comment.edit' ? ownWords(entry.args) : null;
  const undo = async (): Promise<void> => {
    const done = await store.undo(entry.op_id);
    toast(done ? t`Taken back` : t`It is on its way already`);
  };
  return (
    <Row
      title={titleOf({ kind: entry.kind, title: words ?? entry.title })}
      subtitle={facts}
      {...(entry.state === 'sending' && { badge: <SyncBadge state="sending" /> })}
      {...(other && { meta: <SyncBadge state="waiting_dep" waitsFor={titleOf(other)} /> })}
      {...(undoable(entry) && {
        trailing: (
          <TextLink onPress={() => void undo()}>
            <Trans>Undo</Trans>
          </TextLink>
        ),
      })}
    />
  );
}

export interface ToSendProps {
  entries: readonly Entry[];
  background: number;
}

/** What waits for the network, in the order it will go. */
export function ToSend({ entries, background }: ToSendProps): ReactElement | null {
  const { t } = useLingui();
  const now = useNow('minute');
  const first = entries[0];
  if (!first && background === 0) return null;
  const age = first && formatAgo(first.at_client, now);
  return (
    <Section title={<Trans>To send</Trans>} {...(age && { end: <Trans>oldest {age}</Trans> })}>
      <List aria-label={t`To send`}>
        {entries.map((entry) => (
          <WaitingRow key={entry.op_id} entry={entry} all={entries} now={now} />
        ))}
        {background > 0 && (
          <Row
            title={<Trans>Reading time</Trans>}
            subtitle={<Plural value={background} one="# note in the background" other="# notes in the background" />}
          />
        )}
      </List>
    </Section>
  );
}
