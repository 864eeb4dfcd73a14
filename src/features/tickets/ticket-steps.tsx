import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { mayRunStaffCommand } from '../../../contract/states/staff-ticket.ts';
import { priorities, type Priority } from '../../../contract/filter-values.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { priorityLabels } from '../../components/task/task-result-labels.ts';
import type { StaffTicketView } from '../../db/queries/staff-tickets.ts';
import { Button } from '../../ui/button.tsx';
import { ChipSelect } from '../../ui/chip-select.tsx';
import { prioritiseTicket, releaseTicket, resumeTicket, snoozeTicket } from './actions.ts';
import { RejectSheet } from './reject-sheet.tsx';
import { SnoozeSheet } from './snooze-sheet.tsx';
import styles from './tickets.module.css';

function PriorityChip({ ticket }: { ticket: StaffTicket }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const { priority } = ticket;
  const priorityText = t(priorityLabels[priority]);
  const change = (value: string): void => {
    void step(() => prioritiseTicket(store, ticket, value as Priority), t`Changes saved`);
  };
  return (
    <ChipSelect
      label={t`Priority`}
      face={t`Priority: ${priorityText}`}
      isOn={priority !== 'normal'}
      value={priority}
      options={priorities.map((value) => ({ value, label: t(priorityLabels[value]) }))}
      onChange={change}
    />
  );
}

/** The buttons of a ticket for actions other than replying. */
export function TicketActions({ view: { ticket, others } }: { view: StaffTicketView }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const [open, setOpen] = useState<'reject' | 'snooze' | null>(null);
  const isSnoozed = ticket.snooze_until !== null && Date.parse(ticket.snooze_until) > store.now();
  return (
    <div className={styles.buttons}>
      {mayRunStaffCommand(ticket, 'prioritise') && <PriorityChip ticket={ticket} />}
      {mayRunStaffCommand(ticket, 'snooze') &&
        (isSnoozed ? (
          <Button
            small
            variant="soft"
            writes
            onPress={() => void step(() => snoozeTicket(store, ticket, null), t`Changes saved`)}
          >
            <Trans>Unsnooze</Trans>
          </Button>
        ) : (
          <Button small variant="soft" writes onPress={() => setOpen('snooze')}>
            <Trans>Snooze</Trans>
          </Button>
        ))}
      {mayRunStaffCommand(ticket, 'release') && (
        <Button
          small
          variant="soft"
          writes
          onPress={() => void step(() => releaseTicket(store, ticket), t`Ticket released`)}
        >
          <Trans>Release</Trans>
        </Button>
      )}
      {mayRunStaffCommand(ticket, 'resume') && (
        <Button
          small
          variant="soft"
          writes
          onPress={() => void step(() => resumeTicket(store, ticket), t`Ticket reopened`)}
        >
          <Trans>Reopen</Trans>
        </Button>
      )}
      {mayRunStaffCommand(ticket, 'reject') && (
        <Button small variant="plain" writes onPress={() => setOpen('reject')}>
          <Trans>Reject</Trans>
        </Button>
      )}
      {open === 'reject' && <RejectSheet ticket={ticket} others={others} onClose={() => setOpen(null)} />}
      {open === 'snooze' && <SnoozeSheet ticket={ticket} onClose={() => setOpen(null)} />}
    </div>
  );
}
