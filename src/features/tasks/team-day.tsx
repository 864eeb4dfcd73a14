import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Stack } from '../../ui/card.tsx';
import { savedDayLeads } from './lead-queries.ts';
import { TeamLeads } from './team-leads.tsx';
import { TeamList } from './team-list.tsx';
import { savedTeamDay } from './team-queries.ts';

const isKept = ({ responsible_id }: Person): boolean => responsible_id !== null;

/** The first part of a manager's day: the team, and the leads to assign. Both appear at once, so that nothing moves. */
export function TeamDay(): ReactElement | null {
  const { db, actor } = useStore();
  const [chosen, setChosen] = useState<readonly WaitingLead[]>([]);
  const day = useLiveQuery(async () => {
    const [team, leads] = await Promise.all([
      savedTeamDay(db, actor.user_id),
      savedDayLeads(db, { decided: chosen, isKept, entity: 'people' }),
    ]);
    return { team, leads };
  }, [db, actor.user_id, chosen]);
  if (!day) return null;
  const choose = (lead: WaitingLead): void =>
    setChosen((before) => [...before.filter(({ id }) => id !== lead.id), lead]);
  return (
    <Stack>
      <TeamList team={day.team} />
      <TeamLeads leads={day.leads} onChoose={choose} />
    </Stack>
  );
}
