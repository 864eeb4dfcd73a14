import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { errorText } from '../../cards/error-text.tsx';
import { useStore } from '../../cards/store-context.tsx';
import type { Entry } from '../../db/entry.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow, Section } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { List, Row } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './sync.module.css';
import { useTitle } from './use-title.ts';
import { ownWords } from './words.ts';

function Reason({ entry }: { entry: Entry }): ReactElement {
  const { t } = useLingui();
  const reason = t(errorText(entry.error?.code));
  switch (entry.state) {
    case 'conflict':
      return <Trans>Two versions: {reason}</Trans>;
    case 'parked':
      return <Trans>Stuck, will not retry by itself: {reason}</Trans>;
    case 'blocked':
      return <Trans>Blocked by another change</Trans>;
    default:
      return <Trans>Not accepted: {reason}</Trans>;
  }
}

interface TrayRowProps {
  entry: Entry;
  onDiscard: () => void;
}

function TrayRow({ entry, onDiscard }: TrayRowProps): ReactElement {
  const store = useStore();
  const titleOf = useTitle();
  const now = useNow('minute');
  const words = ownWords(entry.args);
  const meta = (
    <div className={styles.tray}>
      {words !== null && words !== entry.title && <blockquote className={styles.quote}>{words}</blockquote>}
      <small>{formatRecent(entry.at_client, now)}</small>
      <ButtonRow>
        {entry.state === 'parked' && (
          <Button small variant="soft" onPress={() => void store.tryAgain(entry.op_id)}>
            <Trans>Try again</Trans>
          </Button>
        )}
        <Button small variant="ghost" onPress={onDiscard}>
          <Trans>Throw away</Trans>
        </Button>
      </ButtonRow>
    </div>
  );
  return <Row title={titleOf(entry)} wrapTitle subtitle={<Reason entry={entry} />} subtitleTone="need" meta={meta} />;
}

/** What the server did not take, or what cannot go on by itself. Nothing here goes away without the person. */
export function NeedsYou({ entries }: { entries: readonly Entry[] }): ReactElement | null {
  const { t } = useLingui();
  const store = useStore();
  const titleOf = useTitle();
  const [asked, setAsked] = useState<Entry | null>(null);
  if (entries.length === 0) return null;
  const discard = async (): Promise<void> => {
    if (!asked) return;
    setAsked(null);
    await store.discard(asked.op_id);
    toast(t`Thrown away`);
  };
  return (
    <Section title={<Trans>Needs you</Trans>} end={entries.length}>
      <List aria-label={t`Needs you`}>
        {entries.map((entry) => (
          <TrayRow key={entry.op_id} entry={entry} onDiscard={() => setAsked(entry)} />
        ))}
      </List>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => void discard()}
        title={t`Throw this away?`}
        confirmLabel={t`Throw away`}
        isDanger
      >
        {asked && titleOf(asked)}
      </ConfirmDialog>
    </Section>
  );
}
