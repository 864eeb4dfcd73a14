import type { ReactElement } from 'react';
import { sync } from '../../bridge/sync.ts';
import { LoginLinkSheet } from '../../components/person/login-link-sheet.tsx';
import { LinkRequests } from './link-requests.tsx';
import type { StepSheetProps } from './step-sheets.tsx';

/** Creates a login link for a person, and shows the requests of employees that a manager has to answer. */
export function LinkSheet({ person, onClose }: StepSheetProps): ReactElement {
  return (
    <LoginLinkSheet person={person} onClose={onClose} makeLink={(id) => sync.account('makeLink', id)}>
      <LinkRequests person_id={person.id} />
    </LoginLinkSheet>
  );
}
