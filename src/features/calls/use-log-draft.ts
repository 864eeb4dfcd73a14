import { useLingui } from '@lingui/react/macro';
import { useStore } from '../../hooks/store-context.tsx';
import { logCall, type LoggedCall } from './actions.ts';
import { type CallDraft, fieldsOf } from './draft.ts';

/** Returns a function that logs the interaction of a valid draft; it resolves to null if it is already logged. */
export function useLogDraft(): (draft: CallDraft) => Promise<LoggedCall | null> {
  const { t } = useLingui();
  const store = useStore();
  return async (draft) => {
    const { contact_id, user_id, number, name } = draft;
    const linked = { contact_id, user_id, phone_raw: contact_id === null && user_id === null ? number : null };
    const args = { ...fieldsOf(draft), ...linked, kind: draft.kind, task_id: null };
    const called = name || number;
    const titles = { call: t`Call ${called}`, meet: t`Meet ${called}`, message: t`Message ${called}` };
    return logCall(store, {
      id: draft.id,
      name: called,
      args,
      task_title: titles.call,
      done_title: titles[draft.kind],
    });
  };
}
