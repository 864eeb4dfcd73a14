import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import type { Args } from '../../../contract/writes/index.ts';
import { PendingRequest, useFocusAfterWithdraw, WaitingRow } from '../../components/lead/waiting-row.tsx';
import { personName } from '../../components/person/person-labels.ts';
import { SyncBadge } from '../../components/sync/sync-badge.tsx';
import { type Entry, isUndoable, attentionStates } from '../../db/outbox/entry.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { useUndo } from '../../hooks/use-undo.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { List, Row, RowLink } from '../../ui/list.tsx';
import type { DayLeadRows } from './lead-queries.ts';
import styles from './team-day.module.css';
import { useRowFocus } from './use-row-focus.ts';

const AssignLead = lazy(async () => ({ default: (await import('./lead-assign-sheet.tsx')).LeadAssignSheet }));

interface TeamLeadsProps {
  leads: DayLeadRows;
  /** Called when a lead is about to be assigned, so that its row is kept. */
  onChoose: (lead: WaitingLead) => void;
}

/** The leads that have waited longest, for a manager, who assigns them. An assigned lead keeps its row. */
export function TeamLeads({ leads, onChoose }: TeamLeadsProps): ReactElement {
  const { t } = useLingui();
  const [open, setOpen] = useState<WaitingLead | null>(null);
  const choose = (lead: WaitingLead): void => {
    onChoose(lead);
    setOpen(lead);
  };
  return (
    <Section
      title={<Trans>Waiting leads</Trans>}
      end={<TextLink to="/leads" search={{ tab: 'waiting' }}>{t`All leads`}</TextLink>}
    >
      <List aria-label={t`Waiting leads`}>
        {leads.rows.length === 0 && <Row title={t`No leads are waiting.`} />}
        {leads.rows.map((lead) => {
          const entry = leads.badges.get(lead.id)?.entries.findLast(({ kind }) => kind === 'lead.give');
          const person = leads.kept.get(lead.id);
          if (person && !entry) return <AssignedRow key={lead.id} person={person} />;
          const request = leads.requests.get(lead.id);
          return <AssignRow key={lead.id} {...{ lead, entry, request }} onAssign={() => choose(lead)} />;
        })}
      </List>
      {open && (
        <Suspense>
          <AssignLead lead={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </Section>
  );
}

const isRefused = ({ state }: RowBadge): boolean => state === 'rejected' || state === 'parked';

interface AssignRowProps {
  lead: WaitingLead;
  /** The write that assigns the lead, as long as the server has not accepted it. */
  entry: Entry | undefined;
  /** The user's own request for the lead. */
  request: RowBadge | undefined;
  onAssign: () => void;
}

/**
 * A waiting lead with a button that assigns it, or withdraws an assignment that was not sent. While the user's own
 * request for the lead is pending, the lead cannot be assigned.
 */
function AssignRow({ lead, entry, request, onAssign }: AssignRowProps): ReactElement {
  const { t } = useLingui();
  const undo = useUndo();
  const { first_name: name } = lead;
  const isRequested = request !== undefined && !isRefused(request);
  const { takeButton, onWithdraw } = useFocusAfterWithdraw(isRequested);
  if (isRequested)
    return (
      <WaitingRow lead={lead} pending={<PendingRequest badge={request} onWithdraw={onWithdraw} />} action={null} />
    );
  const canAssign = !entry || attentionStates.includes(entry.state);
  // Both buttons have the same key, so that the button keeps the focus when the sheet closes.
  const button = canAssign ? (
    <Button key="action" ref={takeButton} small variant="soft" aria-label={t`Assign ${name}`} writes onPress={onAssign}>
      <Trans>Assign</Trans>
    </Button>
  ) : (
    isUndoable(entry) && (
      <Button
        key="action"
        small
        variant="plain"
        aria-label={t`Withdraw: ${name}`}
        writes
        onPress={() => undo(entry.op_id)}
      >
        <Trans>Withdraw</Trans>
      </Button>
    )
  );
  return <WaitingRow lead={lead} pending={entry && <PendingAssignment entry={entry} />} action={button} />;
}

function PendingAssignment({ entry }: { entry: Entry }): ReactElement {
  const ownerName = (entry.args as Args<'lead.give'>).to_name ?? '';
  return (
    <span className={styles.pending}>
      <small>
        <Trans>Assigned to {ownerName}</Trans>
      </small>
      <SyncBadge state={entry.state} reason={entry.state === 'rejected' ? entry.error?.code : undefined} />
    </span>
  );
}

/** A lead that was assigned on this screen: the row opens the person. */
function AssignedRow({ person }: { person: Person }): ReactElement {
  const title = useRowFocus();
  const { id, responsible_name: ownerName } = person;
  const name = personName(person);
  return (
    <RowLink
      to="/user/view-details/$personId"
      params={{ personId: id }}
      leading={<Avatar name={name} id={id} />}
      title={<span ref={title}>{name}</span>}
      subtitle={<Trans>Assigned to {ownerName}</Trans>}
      subtitleTone="ok"
    />
  );
}
