import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { AssignSheet } from '../../components/person/assign-sheet.tsx';
import { personName } from '../../components/person/person-labels.ts';
import { savedAssignees } from '../../db/queries/employees.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { StepSheetProps } from './step-sheets.tsx';

/** The sheet that assigns the person of the screen to an employee. */
export function PersonAssignSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { db, actor } = useStore();
  const { id, responsible_id } = person;
  const colleagues = useLiveQuery(
    async () => savedAssignees(db, { responsible_id }, actor.user_id),
    [db, responsible_id, actor.user_id],
  );
  const assignable = { id, name: personName(person), responsible_id };
  return <AssignSheet person={assignable} colleagues={colleagues} onClose={onClose} />;
}
