import { useLingui } from '@lingui/react/macro';
import { endCall, savedCallIntent } from '../../components/call/call-intent.ts';
import { useSuggestClosing } from '../../components/person/suggest-closing.ts';
import type { CallIntent } from '../../db/schema/meta.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSingleFlight } from '../../hooks/use-write-action.ts';
import { iso } from '../../lib/ports.ts';
import { toast } from '../../ui/toast.ts';
import { type CalledPerson, newCallDraft } from './draft.ts';
import type { CallOutcome } from './outcome.ts';
import { undoLoggedCall } from './undo-log.ts';
import { useLogDraft } from './use-log-draft.ts';

/** Whether an unlogged call was a call to this person or number. */
const isCallTo = (call: CallIntent, { user_id, contact_id, number }: CalledPerson): boolean =>
  user_id === null && contact_id === null
    ? call.contact_id === null && !call.user_id && call.number === number
    : (call.user_id ?? null) === user_id && call.contact_id === contact_id;

interface LogSteps {
  onLogged: () => void;
  onUndone: () => void;
  /** Called with the id of the logged call. */
  onNote: (id: string) => void;
}

/**
 * Returns a function that logs the outcome of a call that has just ended, and then offers to undo this or to add a
 * note.
 */
export function useLogResult({
  onLogged,
  onUndone,
  onNote,
}: LogSteps): (person: CalledPerson, outcome: CallOutcome) => void {
  const { t } = useLingui();
  const store = useStore();
  const runOnce = useSingleFlight();
  const toastError = useWriteError();
  const offer = useSuggestClosing();
  const logDraft = useLogDraft();
  const log = async (person: CalledPerson, outcome: CallOutcome): Promise<void> => {
    const { db, now } = store;
    const call = await savedCallIntent(db);
    const dialled = call && isCallTo(call, person) ? call : null;
    const draft = newCallDraft(store.newId(), iso(Math.min(dialled?.started_at ?? now(), now())), person);
    const logged = await logDraft({ ...draft, ...outcome, number: person.number });
    // The call is being logged, so the user is not asked about it later.
    if (dialled) await endCall(db, dialled.started_at);
    onLogged();
    if (!logged || (await offer(person.user_id))) return;
    const undo = (): void => void undoLoggedCall(store, logged).then(onUndone, toastError);
    toast(t`Call logged`, {
      tone: 'ok',
      action: { label: t`Undo`, isUndo: true, onPress: undo },
      more: { label: t`Add note`, onPress: () => onNote(draft.id) },
    });
  };
  return (person, outcome) => void runOnce(() => log(person, outcome));
}
