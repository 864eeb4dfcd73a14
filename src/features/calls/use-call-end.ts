import { useLingui } from '@lingui/react/macro';
import { promptAboutCall, endCall } from '../../components/call/call-intent.ts';
import { useSuggestClosing } from '../../components/person/suggest-closing.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { CallIntent } from '../../db/schema/meta.ts';
import { iso } from '../../lib/ports.ts';
import { toast } from '../../ui/toast.ts';
import { logCall, type NewLog } from './actions.ts';
import { durationSeconds, type CallOutcome } from './outcome.ts';
import { undoTaskStart } from './undo-start.ts';

type Call = CallIntent & { id: string };

/**
 * Builds the interaction from the answers. If the clock was set back, a start in the future becomes the current time.
 */
function toLogEntry(call: Call, outcome: CallOutcome, now: number, task_title: string): NewLog {
  return {
    id: call.id,
    name: call.name || call.number,
    task_title,
    number: call.number,
    args: {
      contact_id: call.contact_id,
      user_id: call.user_id ?? null,
      phone_raw: call.contact_id === null && !call.user_id ? call.number : null,
      task_id: null,
      kind: 'call',
      direction: 'out',
      at: iso(Math.min(call.started_at, now)),
      duration_s: durationSeconds(outcome) ?? 0,
      // The cast is safe, because the schema of the write rejects an empty result.
      result: outcome.result as NewLog['args']['result'],
      note: outcome.note,
      follow_up_at: outcome.follow_up_at || null,
    },
  };
}

interface CallEnd {
  save: (outcome: CallOutcome) => Promise<void>;
  dismiss: (outcome: CallOutcome) => Promise<void>;
}

/**
 * Returns the two ways to answer the questions about a call: log it, or state that it did not take place, which also
 * reverts the start of its task. Both can be undone.
 */
export function useCallEnd(call: Call): CallEnd {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const showSavedToast = useSavedToast();
  const offer = useSuggestClosing();
  const promptAgain = (draft: CallOutcome): void =>
    void promptAboutCall(store.db, { ...call, draft }).catch(toastError);
  const undoLoggedCall = async (op_id: string, outcome: CallOutcome): Promise<void> => {
    if (await store.undo(op_id)) promptAgain(outcome);
    else toast(t`Already sent. You can edit it in the history.`);
  };
  const save = async (outcome: CallOutcome): Promise<void> => {
    const { name } = call;
    const logged = await logCall(store, toLogEntry(call, outcome, store.now(), t`Call ${name}`));
    await endCall(store.db, call.started_at);
    if (logged)
      showSavedToast(logged.op_id, t`Call logged`, () => void undoLoggedCall(logged.op_id, outcome).catch(toastError));
    await offer(call.user_id ?? null);
  };
  const dismiss = async (outcome: CallOutcome): Promise<void> => {
    await endCall(store.db, call.started_at);
    if (call.task_id !== undefined) await undoTaskStart(store, call.task_id);
    toast(t`No call logged`, { action: { label: t`Undo`, isUndo: true, onPress: () => promptAgain(outcome) } });
  };
  return { save, dismiss };
}
