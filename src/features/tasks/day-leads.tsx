import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import type { Callee } from '../../components/call/call-intent.ts';
import { useCall } from '../../components/call/use-call.ts';
import { takeLead } from '../../components/lead/lead-requests.ts';
import { WaitingRow } from '../../components/lead/waiting-row.tsx';
import { personName } from '../../components/person/person-labels.ts';
import { savedBadges } from '../../db/queries/badges.ts';
import { savedPeople } from '../../db/queries/people.ts';
import { longestWaiting } from '../../db/queries/waiting-leads.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useRequestAction } from '../../hooks/use-write-action.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonAnchor, TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';

/** Maximum number of rows. A taken lead keeps its row, so that the rows below do not move. */
const MAX_LEADS = 5;

/** The task that taking a lead on this screen creates: a call, now. The list of leads offers other choices. */
const FIRST_TASK = { type: 'call', start_in: 0 } as const;

/**
 * Reads the rows of the list: the leads that wait longest, and those that were taken on this screen and have become the
 * employee's.
 */
async function savedDayLeads(db: PhoneDb, user_id: string, taken: readonly WaitingLead[]) {
  const [waiting, people, badges] = await Promise.all([
    longestWaiting(db, MAX_LEADS),
    savedPeople(
      db,
      taken.map(({ id }) => id),
    ),
    savedBadges(db, 'waiting_leads'),
  ]);
  const own = new Map([...people].filter(([, person]) => person.responsible_id === user_id));
  const rows = [...waiting.filter(({ id }) => !own.has(id)), ...taken.filter(({ id }) => own.has(id))];
  const shown = rows.toSorted((a, b) => a.waiting_since.localeCompare(b.waiting_since)).slice(0, MAX_LEADS);
  return { rows: shown, own, badges };
}

/** The leads that have waited longest. After one is taken, its row offers to call the person at once. */
export function DayLeads(): ReactElement | null {
  const { t } = useLingui();
  const store = useStore();
  const { db, actor } = store;
  const request = useRequestAction();
  const [taken, setTaken] = useState<readonly WaitingLead[]>([]);
  const leads = useLiveQuery(async () => savedDayLeads(db, actor.user_id, taken), [db, actor.user_id, taken]);
  if (!leads || leads.rows.length === 0) return null;
  const take = (lead: WaitingLead): void => {
    const name = lead.first_name;
    const send = async (): Promise<string> => {
      const op_id = await takeLead(store, lead, FIRST_TASK);
      setTaken((before) => [...before.filter(({ id }) => id !== lead.id), lead]);
      return op_id;
    };
    void request(send, t`${name} is yours`, t`Requested. ${name} is not confirmed as yours yet.`);
  };
  return (
    <Section
      title={<Trans>Waiting leads</Trans>}
      end={<TextLink to="/leads" search={{ tab: 'waiting' }}>{t`All leads`}</TextLink>}
    >
      <List aria-label={t`Waiting leads`}>
        {leads.rows.map((lead) => {
          const person = leads.own.get(lead.id);
          if (person) return <OwnRow key={lead.id} person={person} />;
          return <WaitingRow key={lead.id} lead={lead} badge={leads.badges.get(lead.id)} onTake={() => take(lead)} />;
        })}
      </List>
    </Section>
  );
}

/** A lead that the employee has just taken: the row opens the person, and its button calls them. */
function OwnRow({ person }: { person: Person }): ReactElement {
  const { t } = useLingui();
  const { id, first_name: name, phone } = person;
  const title = useRef<HTMLSpanElement>(null);
  // The pressed Take button is gone, so the focus moves to the next step: the call, or the person without a number.
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const links = title.current?.closest('li')?.querySelectorAll('a') ?? [];
    [...links].at(-1)?.focus();
  }, []);
  return (
    <RowLink
      to="/user/view-details/$personId"
      params={{ personId: id }}
      leading={<Avatar name={personName(person)} id={id} />}
      title={<span ref={title}>{t`${name} is yours`}</span>}
      subtitle={person.city}
      trailing={phone !== null && <CallButton callee={{ contact_id: null, user_id: id, name, number: phone }} />}
    />
  );
}

/** A button that calls a person. */
export function CallButton({ callee }: { callee: Callee }): ReactElement {
  const { t } = useLingui();
  const { name } = callee;
  return (
    <ButtonAnchor small variant="soft" aria-label={t`Call ${name}`} {...useCall(callee)}>
      <Trans context="verb">Call</Trans>
    </ButtonAnchor>
  );
}
