import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { isResolvable } from '../../conflicts/conflict-model.ts';
import { ConflictButton } from '../../conflicts/open-conflict.tsx';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { Entry } from '../../db/outbox/entry.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/card.tsx';
import { Row } from '../../ui/list.tsx';
import { toast } from '../../ui/toast.ts';
import { useNow } from '../../ui/use-now.ts';
import { canHandOver, editorOf } from './edit-forms.ts';
import { LeadNextStep, TicketNextStep, UseRefusedPhoto } from './next-steps.tsx';
import type { OutboxIssue } from './queries.ts';
import styles from './sync.module.css';
import { useRefusalText } from './use-reason.ts';
import { useWriteTitle } from './use-write-title.ts';
import { textInWrite } from './labels.ts';

const LazyResend = lazy(() => import('./resend-sheet.tsx').then(({ ResendSheet }) => ({ default: ResendSheet })));

/** The button that opens the form of the record, or a sheet, to correct a rejected write. */
function Editor({ entry }: { entry: Entry }): ReactNode {
  const [open, setOpen] = useState<Entry | null>(null);
  const editor = editorOf(entry);
  if (editor === null) return null;
  const text = <Trans>Edit and resend</Trans>;
  if (editor.kind === 'form') {
    return (
      <LinkButton small variant="soft" {...editor.form}>
        {text}
      </LinkButton>
    );
  }
  return (
    <>
      <Button small variant="soft" onPress={() => setOpen(entry)}>
        {text}
      </Button>
      {open && (
        <Suspense>
          <LazyResend entry={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

function HandOver({ entry }: { entry: Entry }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const handOver = async (): Promise<void> => {
    await store.handOver(entry.op_id);
    toast(t`Handed over. The current owner can take it over.`, { tone: 'ok' });
  };
  return (
    <Button small variant="soft" onPress={() => void handOver().catch(toastError)}>
      <Trans>Hand over</Trans>
    </Button>
  );
}

function TryAgain({ entry }: { entry: Entry }): ReactElement {
  const store = useStore();
  const toastError = useWriteError();
  return (
    <Button small variant="soft" onPress={() => void store.retry(entry.op_id).catch(toastError)}>
      <Trans>Try again</Trans>
    </Button>
  );
}

/** Lists the writes that a rejected write blocks; they are corrected or discarded together with it. */
function BlockedWrites({ entries }: { entries: readonly Entry[] }): ReactElement {
  const titleOf = useWriteTitle();
  return (
    <div className={styles.blocked}>
      <small>
        <Trans>These depend on it and will be fixed or discarded with it:</Trans>
      </small>
      <ul>
        {entries.map((entry) => (
          <li key={entry.op_id}>{titleOf(entry)}</li>
        ))}
      </ul>
    </div>
  );
}

function HandOverHint({ entry: { entity, args } }: { entry: Entry }): ReactElement {
  const isAboutPerson = entity === 'interactions' && typeof (args as { user_id?: unknown }).user_id === 'string';
  if (entity === 'tasks') return <Trans>Handing over gives it to the current assignee of this task.</Trans>;
  if (entity === 'staff_tickets') return <Trans>Handing over gives it to the current assignee of this request.</Trans>;
  if (entity === 'people' || entity === 'person_events' || isAboutPerson)
    return <Trans>Handing over gives it to the employee this person is assigned to.</Trans>;
  return <Trans>Handing over gives it to the current owner of this contact.</Trans>;
}

/** Explains why a write that was already sent is listed again. */
function SentBeforeNotice({ at, now }: { at: string; now: number }): ReactElement {
  const time = formatRecent(at, now);
  return (
    <small>
      <Trans>This was sent {time} and lost when the server was restored. It could not be applied again.</Trans>
    </small>
  );
}

export interface IssueRowProps {
  item: OutboxIssue;
  onDiscard: () => void;
}

/** One rejected or stuck write with the reason, its content and its actions. */
export function IssueRow({ item, onDiscard }: IssueRowProps): ReactElement {
  const titleOf = useWriteTitle();
  const reasonOf = useRefusalText();
  const now = useNow('minute');
  const { cause, blocked } = item;
  const text = textInWrite(cause.args);
  const meta = (
    <div className={styles.tray}>
      {text !== null && text !== cause.title && <blockquote className={styles.quote}>{text}</blockquote>}
      <small>{formatRecent(cause.at_client, now)}</small>
      {cause.accepted_at !== undefined && <SentBeforeNotice at={cause.accepted_at} now={now} />}
      {blocked.length > 0 && <BlockedWrites entries={blocked} />}
      {canHandOver(cause) && (
        <small>
          <HandOverHint entry={cause} />
        </small>
      )}
      <ButtonRow>
        {isResolvable(cause) && <ConflictButton entry={cause} />}
        {cause.state === 'parked' && <TryAgain entry={cause} />}
        {!isResolvable(cause) && <Editor entry={cause} />}
        {canHandOver(cause) && <HandOver entry={cause} />}
        <UseRefusedPhoto entry={cause} />
        {cause.kind === 'lead.take' && <LeadNextStep entry={cause} />}
        {cause.kind === 'ticket.take' && <TicketNextStep />}
        <Button small variant="ghost" onPress={onDiscard}>
          <Trans>Discard</Trans>
        </Button>
      </ButtonRow>
    </div>
  );
  return <Row title={titleOf(cause)} wrapTitle subtitle={reasonOf(cause)} subtitleTone="need" meta={meta} />;
}
