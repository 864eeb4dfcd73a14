import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { promptAbout, endCall } from '../../components/call/call-intent.ts';
import { useSuggestClosing } from '../../components/person/suggest-closing.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { CallIntent } from '../../db/schema/meta.ts';
import { iso } from '../../lib/ports.ts';
import { toast } from '../../ui/toast.ts';
import { logCall, type NewLog } from './actions.ts';
import { lengthOf, type Outcome } from './outcome.ts';

type Call = CallIntent & { id: string };

/** Builds the log entry from the answers. A clock set back since must not date it into the future. */
function logOf(call: Call, outcome: Outcome, now: number, task_title: string): NewLog {
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
      duration_s: lengthOf(outcome) ?? 0,
      // An empty result would be rejected by the schema.
      result: outcome.result as NewLog['args']['result'],
      note: outcome.note,
      follow_up_at: outcome.follow_up_at || null,
    },
  };
}

interface CallEnd {
  save: () => void;
  dismiss: () => void;
  isSaving: boolean;
}

/** The two ways out: log the call, or no call. Both can be undone. */
export function useCallEnd(call: Call, outcome: Outcome): CallEnd {
  const { t } = useLingui();
  const store = useStore();
  const failure = useWriteError();
  const say = useSavedToast();
  const [isSaving, setSaving] = useState(false);
  const offer = useSuggestClosing();
  const isBusy = useRef(false);
  const again = (): void => void promptAbout(store.db, { ...call, draft: outcome }).catch(failure);
  const takeBack = async (op_id: string): Promise<void> => {
    if (await store.undo(op_id)) again();
    else toast(t`Already sent. You can edit it in the history.`);
  };
  const save = async (): Promise<void> => {
    const { name } = call;
    const op_id = await logCall(store, logOf(call, outcome, store.now(), t`Call ${name}`));
    await endCall(store.db, call.started_at);
    if (op_id !== null) say(op_id, t`Call logged`, () => void takeBack(op_id).catch(failure));
    await offer(call.user_id ?? null);
  };
  const once = (run: () => Promise<void>) => (): void => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSaving(true);
    void run()
      .catch(failure)
      .finally(() => {
        isBusy.current = false;
        setSaving(false);
      });
  };
  const dismiss = async (): Promise<void> => {
    await endCall(store.db, call.started_at);
    toast(t`No call logged`, { action: { label: t`Undo`, onPress: again } });
  };
  return { save: once(save), dismiss: once(dismiss), isSaving };
}
