import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { AssignSheet } from '../../components/person/assign-sheet.tsx';
import { savedAssignees } from '../../db/queries/employees.ts';
import { useStore } from '../../hooks/store-context.tsx';

const inPool = { responsible_id: null };

/** The sheet that assigns a waiting lead to an employee of the manager's team. */
export function LeadAssignSheet({ lead, onClose }: { lead: WaitingLead; onClose: () => void }): ReactElement {
  const { db, actor } = useStore();
  const colleagues = useLiveQuery(async () => savedAssignees(db, inPool, actor.user_id), [db, actor.user_id]);
  const person = { ...inPool, id: lead.id, name: lead.first_name };
  return <AssignSheet person={person} colleagues={colleagues} onClose={onClose} />;
}
