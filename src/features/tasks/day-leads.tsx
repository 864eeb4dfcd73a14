import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import type { Callee } from '../../components/call/call-intent.ts';
import { useCall } from '../../components/call/use-call.ts';
import { takeLead } from '../../components/lead/lead-requests.ts';
import { TakeRow } from '../../components/lead/waiting-row.tsx';
import { personName } from '../../components/person/person-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useRequestAction } from '../../hooks/use-write-action.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ButtonAnchor, TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { List, RowLink } from '../../ui/list.tsx';
import { savedDayLeads } from './lead-queries.ts';
import { useRowFocus } from './use-row-focus.ts';

/** The task that taking a lead on this screen creates: a call, now. The list of leads offers other choices. */
const FIRST_TASK = { type: 'call', start_in: 0 } as const;

/**
 * The leads that have waited longest, for an employee without a team. After one is taken, its row offers to call the
 * person at once.
 */
export function DayLeads(): ReactElement | null {
  const { t } = useLingui();
  const store = useStore();
  const { db, actor } = store;
  const request = useRequestAction();
  const [taken, setTaken] = useState<readonly WaitingLead[]>([]);
  const { user_id } = actor;
  const leads = useLiveQuery(async () => {
    const isKept = ({ responsible_id }: Person): boolean => responsible_id === user_id;
    return savedDayLeads(db, { decided: taken, isKept, entity: 'waiting_leads' });
  }, [db, user_id, taken]);
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
          const person = leads.kept.get(lead.id);
          if (person) return <OwnRow key={lead.id} person={person} />;
          return <TakeRow key={lead.id} lead={lead} badge={leads.badges.get(lead.id)} onTake={() => take(lead)} />;
        })}
      </List>
    </Section>
  );
}

/** A lead that the employee has just taken: the row opens the person, and its button calls them. */
function OwnRow({ person }: { person: Person }): ReactElement {
  const { t } = useLingui();
  const { id, first_name: name, phone } = person;
  // The focus moves to the next step: the call, or the person without a number.
  const title = useRowFocus();
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
