import { useLingui } from '@lingui/react/macro';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useRequestAction } from '../../hooks/use-write-action.ts';
import { takeTicket } from './actions.ts';

/** Returns a function that requests to take a ticket. While offline, the request is queued. */
export function useClaimTicket(): (ticket: StaffTicket) => Promise<boolean> {
  const { t } = useLingui();
  const store = useStore();
  const request = useRequestAction();
  return (ticket) =>
    request(() => takeTicket(store, ticket), t`The ticket is yours`, t`Requested. Waiting for the server to confirm.`);
}
