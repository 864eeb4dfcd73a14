import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useRef, useState } from 'react';
import type { InteractionKind } from '../../../contract/values.ts';
import { useSuggestClosing } from '../../components/person/suggest-closing.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { personName } from '../../components/person/person-labels.ts';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useInitialValues } from '../../forms/use-initial-values.ts';
import { useUndo } from '../../hooks/use-undo.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { logCall } from './actions.ts';
import { CallForm, FORM } from './call-form.tsx';
import { callFaults, dropDraft, fieldsOf, freshDraft, savedDraft, type CallDraft, type CallFaults } from './draft.ts';
import { PersonField } from './person-field.tsx';
import { placeOf } from './place-of.ts';
import { useKeptDraft } from './use-call-draft.ts';
import { usePeople } from './use-people.ts';
import { savedContact } from '../../db/queries/contacts.ts';
import { savedPerson } from '../../db/queries/people.ts';

/** /calls/new: logs a call, meeting or message made elsewhere or earlier. */
export function NewCallScreen(): ReactElement {
  const { t } = useLingui();
  const { contact: contact_id = null, person = null } = useSearch({ from: '/_member/calls/new' });
  const user_id = contact_id === null ? person : null;
  const asked: Asked = { contact_id, user_id };
  const label = contact_id !== null ? t`Contact` : user_id !== null ? t`Person` : t`Home`;
  return (
    <Screen title={t`Log a call`} back={<BackLink {...placeOf(asked)}>{label}</BackLink>} narrow>
      <NewCall key={contact_id ?? user_id} asked={asked} />
    </Screen>
  );
}

/** Person in the URL. */
type Asked = Pick<CallDraft, 'contact_id' | 'user_id'>;

/** Person in the URL with their name, if synced. */
async function namedIn(db: PhoneDb, { contact_id, user_id }: Asked): Promise<Asked & { name: string }> {
  const contact = contact_id === null ? undefined : await savedContact(db, contact_id);
  const person = user_id === null ? undefined : await savedPerson(db, user_id);
  const name = contact ? contactName(contact) : person ? personName(person) : '';
  return { contact_id: contact?.id ?? null, user_id: person?.id ?? null, name };
}

interface Beginning {
  /** Incremented to reset the form. */
  round: number;
  draft: CallDraft;
  isRestored: boolean;
}

/** The stored draft for this person, or an empty form. */
async function beginning(store: Store, asked: Asked, round: number): Promise<Beginning> {
  const left = round > 0 ? null : await savedDraft(store.db);
  const isAnybody = asked.contact_id === null && asked.user_id === null;
  const isSame =
    left !== null && (isAnybody || (left.contact_id === asked.contact_id && left.user_id === asked.user_id));
  const draft = isSame ? left : freshDraft(store.newId(), iso(store.now()), await namedIn(store.db, asked));
  return { round, draft, isRestored: isSame };
}

function NewCall({ asked }: { asked: Asked }): ReactElement {
  const store = useStore();
  const [begin, anew] = useInitialValues(
    (round) => beginning(store, asked, round),
    () => dropDraft(store.db),
  );
  if (!begin) return <Skeleton leading="none" />;
  return (
    <>
      {begin.isRestored && <RestoredNotice onAnew={anew} />}
      <NewCallForm key={begin.round} initial={begin.draft} asked={asked} />
    </>
  );
}

/** The person in the URL, even if the contact syncs only now. A person chosen here takes precedence. */
function useNamed(draft: CallDraft, asked: Asked): [CallDraft, () => void] {
  const { db } = useStore();
  const [isNamed, setNamed] = useState(true);
  const { contact_id, user_id } = asked;
  const found = useLiveQuery(() => namedIn(db, { contact_id, user_id }), [db, contact_id, user_id]);
  const isOpen = isNamed && draft.contact_id === null && draft.user_id === null && draft.number === '';
  const named = isOpen && found ? { ...draft, ...found } : draft;
  return [named, () => setNamed(false)];
}

function NewCallForm({ initial, asked }: { initial: CallDraft; asked: Asked }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const navigate = useNavigate();
  const failure = useWriteError();
  const undo = useUndo();
  const say = useSavedToast();
  const [answers, setDraft] = useState(initial);
  const [draft, choosePerson] = useNamed(answers, asked);
  const [faults, setFaults] = useState<CallFaults>({});
  const drop = useKeptDraft(answers === initial ? null : answers);
  const offer = useSuggestClosing();
  const isBusy = useRef(false);
  usePeople(draft.contact_id);
  const change = (next: CallDraft): void => {
    setFaults({});
    setDraft(next);
  };
  const save = async (): Promise<void> => {
    const { contact_id, user_id, number, name } = draft;
    const whom = { contact_id, user_id, phone_raw: contact_id === null && user_id === null ? number : null };
    const args = { ...fieldsOf(draft), ...whom, kind: draft.kind, task_id: null };
    const called = name || number;
    const titles = { call: t`Call ${called}`, meet: t`Meet ${called}`, message: t`Message ${called}` };
    const log = { id: draft.id, name: called, args, task_title: titles.call, done_title: titles[draft.kind] };
    const op_id = await logCall(store, log);
    await drop();
    void navigate(placeOf(draft));
    if (op_id !== null) say(op_id, t`Call logged`, () => undo(op_id));
    await offer(user_id);
  };
  const submit = (): void => {
    const found = callFaults(draft, store.now(), null);
    setFaults(found);
    if (Object.keys(found).length > 0 || isBusy.current) return;
    isBusy.current = true;
    void save()
      .catch(failure)
      .finally(() => {
        isBusy.current = false;
      });
  };
  const person = (
    <PersonField
      value={draft}
      onChange={(whom) => {
        choosePerson();
        change({ ...draft, ...whom });
      }}
      errorMessage={faults.person}
    />
  );
  return (
    <>
      <CallForm draft={draft} onChange={change} faults={faults} onSubmit={submit} person={person} isKindOpen />
      <StickyBar>
        <Button type="submit" form={FORM}>
          <SaveWords kind={draft.kind} />
        </Button>
      </StickyBar>
    </>
  );
}

function SaveWords({ kind }: { kind: InteractionKind }): ReactElement {
  if (kind === 'meet') return <Trans>Save meeting</Trans>;
  return kind === 'message' ? <Trans>Save message</Trans> : <Trans>Save call</Trans>;
}
