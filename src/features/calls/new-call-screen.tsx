import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useSuggestClosing } from '../../components/person/suggest-closing.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useDraftAutosave } from '../../forms/use-draft-autosave.ts';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useInitialValues } from '../../forms/use-initial-values.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import { BackLink } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import type { LoggedCall } from './actions.ts';
import { CallForm } from './call-form.tsx';
import { type CallFormApi, callSchema, setCallValues } from './call-values.ts';
import {
  type CallDraft,
  type CalledPerson,
  deleteCallDraft,
  newCallDraft,
  saveCallDraft,
  savedCallDraft,
} from './draft.ts';
import { findLikelyPeople } from './likely-people.ts';
import { PersonField } from './person-field.tsx';
import { historyLink } from './history-link.ts';
import { useFetchOwnPeople } from './use-fetch-own-people.ts';
import { undoLoggedCall } from './undo-log.ts';
import { useLogDraft } from './use-log-draft.ts';
import { type CalledRecord, withStoredName } from './queries.ts';

/** /calls/new: logs a call, meeting or message that was not started from the app. */
export function NewCallScreen(): ReactElement {
  const { t } = useLingui();
  const { contact: contact_id = null, person = null, from } = useSearch({ from: '/_member/calls/new' });
  const user_id = contact_id === null ? person : null;
  const urlPerson: CalledRecord = { contact_id, user_id };
  const person_label = contact_id === null ? t`Person` : t`Contact`;
  const back =
    contact_id !== null || user_id !== null ? (
      <BackLink {...historyLink(urlPerson)}>{person_label}</BackLink>
    ) : from === 'today' ? (
      <BackLink to="/dashboard">{t`Today`}</BackLink>
    ) : (
      <BackLink to="/">{t`Home`}</BackLink>
    );
  return (
    <Screen title={t`Log a call`} back={back} narrow>
      <NewCall key={contact_id ?? user_id} urlPerson={urlPerson} />
    </Screen>
  );
}

interface InitialForm {
  /** Incremented to reset the form. */
  round: number;
  draft: CallDraft;
  isRestored: boolean;
  suggested: readonly CalledPerson[];
}

/** Returns the stored draft for this person, or an empty form. */
async function initialFormOf(store: Store, urlPerson: CalledRecord, round: number): Promise<InitialForm> {
  const savedDraft = round > 0 ? null : await savedCallDraft(store.db);
  const isWithoutPerson = urlPerson.contact_id === null && urlPerson.user_id === null;
  const isRestored =
    savedDraft !== null &&
    (isWithoutPerson || (savedDraft.contact_id === urlPerson.contact_id && savedDraft.user_id === urlPerson.user_id));
  const draft = isRestored
    ? savedDraft
    : newCallDraft(store.newId(), iso(store.now()), await withStoredName(store.db, urlPerson));
  return { round, draft, isRestored, suggested: await findLikelyPeople(store) };
}

function NewCall({ urlPerson }: { urlPerson: CalledRecord }): ReactElement {
  const store = useStore();
  const [initialForm, reset] = useInitialValues(
    (round) => initialFormOf(store, urlPerson, round),
    () => deleteCallDraft(store.db),
  );
  if (!initialForm) return <Skeleton leading="none" />;
  return (
    <NewCallForm
      key={initialForm.round}
      initial={initialForm.draft}
      urlPerson={urlPerson}
      suggested={initialForm.suggested}
      onReset={initialForm.isRestored ? reset : null}
    />
  );
}

/**
 * Selects the person given in the URL, even if they are synced only after the form was opened. A person chosen in the
 * form takes precedence.
 */
function useUrlPerson(urlPerson: CalledRecord): {
  complete: (draft: CallDraft) => CallDraft;
  choosePerson: () => void;
} {
  const { db } = useStore();
  const [usesUrlPerson, setUsesUrlPerson] = useState(true);
  const { contact_id, user_id } = urlPerson;
  const storedPerson = useLiveQuery(async () => withStoredName(db, { contact_id, user_id }), [db, contact_id, user_id]);
  const complete = (draft: CallDraft): CallDraft => {
    const isOpen = usesUrlPerson && draft.contact_id === null && draft.user_id === null && draft.number === '';
    return isOpen && storedPerson ? { ...draft, ...storedPerson } : draft;
  };
  return { complete, choosePerson: () => setUsesUrlPerson(false) };
}

/**
 * Returns a function that logs the interaction and then opens the history that contains it. Undoing that opens the form
 * again with the same values.
 */
function useSave(): (draft: CallDraft, dropDraft: () => Promise<void>) => Promise<void> {
  const { t } = useLingui();
  const store = useStore();
  const search = useSearch({ from: '/_member/calls/new' });
  const logDraft = useLogDraft();
  const navigate = useNavigate();
  const toastError = useWriteError();
  const suggestClosing = useSuggestClosing();
  const undo = async (logged: LoggedCall, draft: CallDraft): Promise<void> => {
    await undoLoggedCall(store, logged);
    // The draft's id belongs to the undone entry, so the restored draft gets a new id.
    await saveCallDraft(store.db, { ...draft, id: store.newId(), result: '' });
    await navigate({ to: '/calls/new', search });
  };
  return async (draft, dropDraft) => {
    const logged = await logDraft(draft);
    await dropDraft();
    void navigate(historyLink(draft));
    if (!logged || (await suggestClosing(draft.user_id))) return;
    toast(t`Call logged`, {
      tone: 'ok',
      action: { label: t`Undo`, isUndo: true, onPress: () => void undo(logged, draft).catch(toastError) },
    });
  };
}

interface NewCallFormProps {
  initial: CallDraft;
  urlPerson: CalledRecord;
  suggested: readonly CalledPerson[];
  /** Replaces a restored draft with an empty form; null if no draft was restored. */
  onReset: (() => void) | null;
}

function NewCallForm({ initial, urlPerson, suggested, onReset }: NewCallFormProps): ReactElement {
  const store = useStore();
  const save = useSave();
  const { complete, choosePerson } = useUrlPerson(urlPerson);
  const form: CallFormApi = useAppForm({
    schema: callSchema(store.now, null, complete),
    initial,
    onSubmit: (draft) => save(draft, dropDraft),
  });
  const dropDraft = useDraftAutosave(form, {
    save: (draft) => saveCallDraft(store.db, draft),
    drop: () => deleteCallDraft(store.db),
  });
  const { field, fieldState } = useController({ control: form.control, name: 'contact_id' });
  const { ref } = field;
  const draft = complete({ ...initial, ...useWatch({ control: form.control }) });
  useFetchOwnPeople(draft.contact_id);
  const person = (
    <PersonField
      ref={ref}
      value={draft}
      suggested={suggested}
      onChange={(chosen) => {
        choosePerson();
        setCallValues(form, { ...form.getValues(), ...chosen });
      }}
      errorMessage={fieldState.error?.message}
    />
  );
  return (
    <>
      {onReset && <RestoredNotice onReset={() => void dropDraft().then(onReset)} />}
      <CallForm form={form} person={person} isNew />
    </>
  );
}
