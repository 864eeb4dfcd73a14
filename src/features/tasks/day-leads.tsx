import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { CALL_NOW, takeLead } from '../../components/lead/lead-requests.ts';
import { OwnLeadRow } from '../../components/lead/own-lead-row.tsx';
import { TakeRow } from '../../components/lead/waiting-row.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useRequestAction } from '../../hooks/use-write-action.ts';
import { TextLink } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { LoadingPart } from '../../ui/states.tsx';
import { savedDayLeads } from './lead-queries.ts';

/**
 * The leads that have waited longest, for an employee without a team. Taking one creates a call task, and its row then
 * has a button to call the person. In the list of leads, the employee can choose a different first task.
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
  if (!leads) return <LoadingPart />;
  if (leads.rows.length === 0) return null;
  const take = (lead: WaitingLead): void => {
    const name = lead.first_name;
    const send = async (): Promise<string> => {
      const op_id = await takeLead(store, lead, CALL_NOW);
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
          if (person) return <OwnLeadRow key={lead.id} person={person} />;
          const badge = leads.badges.get(lead.id);
          const isArriving = leads.arriving.has(lead.id);
          return <TakeRow key={lead.id} {...{ lead, badge, isArriving }} onTake={() => take(lead)} />;
        })}
      </List>
    </Section>
  );
}
