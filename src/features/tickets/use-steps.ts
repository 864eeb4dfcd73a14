import { useLingui } from '@lingui/react/macro';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { useMendFailure } from '../../cards/mend-failure.ts';
import { isAcknowledged, useSavedWords } from '../../cards/saved-words.ts';
import { useStore } from '../../cards/store-context.tsx';
import { toast } from '../../ui/toast.ts';
import { take } from './actions.ts';

/** Runs a step, says that it is done or safe here, and offers to take it back. True when it is written. */
export function useStep(): (run: () => Promise<string>, done: string) => Promise<boolean> {
  const store = useStore();
  const failure = useMendFailure();
  const say = useSavedWords();
  return async (run, done) => {
    try {
      const op_id = await run();
      say(op_id, done, () => void store.undo(op_id).catch(failure));
      return true;
    } catch (error) {
      failure(error);
      return false;
    }
  };
}

/** Asks for a ticket, and says no more than is known: offline it is requested, and nobody's yet. */
export function useTake(): (ticket: StaffTicket) => Promise<void> {
  const { t } = useLingui();
  const store = useStore();
  const failure = useMendFailure();
  return async (ticket) => {
    try {
      const op_id = await take(store, ticket);
      if (await isAcknowledged(store, op_id)) {
        toast(t`The ticket is yours`, { tone: 'ok' });
        return;
      }
      // Refused: the screen says who was faster.
      const entry = await store.db.outbox.where('op_id').equals(op_id).first();
      if (entry?.state !== 'rejected')
        toast(t`Requested. The server says who was first.`, {
          tone: 'wait',
          action: { label: t`Undo`, onPress: () => void store.undo(op_id).catch(failure) },
        });
    } catch (error) {
      failure(error);
    }
  };
}
