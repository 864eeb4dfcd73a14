import type { ReactElement } from 'react';
import { sync } from '../../bridge/sync.ts';
import { LoginLinkSheet } from '../../components/person/login-link-sheet.tsx';
import { LinkRequests } from './link-requests.tsx';
import type { StepSheetProps } from './step-sheets.tsx';

/** The sheet that creates a login link for a person, and shows a manager the links that wait for a confirmation. */
export function LinkSheet({ person, onClose }: StepSheetProps): ReactElement {
  return (
    <LoginLinkSheet person={person} onClose={onClose} makeLink={(id) => sync.account('makeLink', id)}>
      <LinkRequests person_id={person.id} />
    </LoginLinkSheet>
  );
}
