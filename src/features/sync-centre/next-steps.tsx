import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { isLostLead, isOldRequest, TakeAfterAll, TakeNextLead } from '../../components/lead/refused-request.tsx';
import type { Args } from '../../../contract/writes/index.ts';
import { mergedInto } from '../../forms/entry-to-edit.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import type { Entry } from '../../db/outbox/entry.ts';
import { nextUnassignedTicket } from '../../db/queries/staff-tickets.ts';
import { nextWaiting } from '../../db/queries/waiting-leads.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { iso } from '../../lib/ports.ts';
import { Button, LinkButton } from '../../ui/button.tsx';

/**
 * The next step after a refused request for a lead: the next lead by name, the same lead again, or the waiting leads.
 */
export function LeadNextStep({ entry }: { entry: Entry }): ReactElement {
  const { db } = useStore();
  const next = useLiveQuery(async () => nextWaiting(db), [db]);
  if (isOldRequest(entry)) return <TakeAfterAll entry={entry} />;
  if (isLostLead(entry) && next) return <TakeNextLead entry={entry} next={next} />;
  return (
    <LinkButton small variant="soft" to="/leads" search={{ tab: 'waiting' }}>
      <Trans>Open leads</Trans>
    </LinkButton>
  );
}

/**
 * Offers to set the rejected photo of a merged contact on the contact into which it was merged. Renders nothing for
 * other writes.
 */
export function UseRefusedPhoto({ entry }: { entry: Entry }): ReactElement | null {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const survivorId = mergedInto(entry);
  if (entry.kind !== 'contact.photo' || survivorId === undefined) return null;
  const stored = entry.error?.fields?.['into_name'];
  const name = typeof stored === 'string' ? stored : '';
  const send = async (): Promise<void> => {
    const args = { ...(entry.args as Args<'contact.photo'>), at: iso(store.now()) };
    // The new write is queued first, because without a write that needs it, the photo would be deleted.
    await store.write({ kind: 'contact.photo', id: survivorId, args, title: name });
    await store.discard(entry.op_id);
  };
  return (
    <Button small variant="soft" writes onPress={() => void send().catch(toastError)}>
      {name === '' ? t`Use photo` : t`Use for ${name}`}
    </Button>
  );
}

/** The next step after a refused request for a ticket: the next unassigned ticket, or the list of them. */
export function TicketNextStep(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const next = useLiveQuery(async () => nextUnassignedTicket(db), [db]);
  if (!next) {
    return (
      <LinkButton small variant="soft" to="/tickets" search={{ list: 'free' }}>
        <Trans>Open tickets</Trans>
      </LinkButton>
    );
  }
  const { id, subject } = next;
  return (
    <LinkButton
      small
      variant="soft"
      to="/user/new-request/$ticketId"
      params={{ ticketId: id }}
      aria-label={t`Next ticket: ${subject}`}
    >
      <Trans>Next ticket</Trans>
    </LinkButton>
  );
}
