import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { InteractionKind } from '../../../contract/values.ts';
import { contactName } from '../../cards/contact-words.ts';
import { useMendFailure } from '../../cards/mend-failure.ts';
import { useSavedWords } from '../../cards/saved-words.ts';
import { Screen } from '../../cards/screen.tsx';
import { useStore } from '../../cards/store-context.tsx';
import { iso } from '../../lib/ports.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { logCall } from './actions.ts';
import { CallForm, FORM } from './call-form.tsx';
import { callFaults, dropDraft, fieldsOf, freshDraft, savedDraft, type CallDraft, type CallFaults } from './draft.ts';
import { PersonField } from './person-field.tsx';
import { useKeptDraft } from './use-kept-draft.ts';
import { usePeople } from './use-people.ts';

/** /calls/new: writes down a call, meeting or message that was not begun here, or some time ago. */
export function NewCallScreen(): ReactElement {
  const { t } = useLingui();
  const search: { contact?: unknown } = useSearch({ strict: false });
  const contact_id = typeof search.contact === 'string' ? search.contact : null;
  const back =
    contact_id === null ? { href: '/', label: t`Home` } : { href: `/contacts/${contact_id}`, label: t`Contact` };
  return (
    <Screen title={t`Log a call`} back={back} narrow>
      <NewCall key={contact_id} contact_id={contact_id} />
    </Screen>
  );
}

interface Beginning {
  /** Raised to make the form anew. */
  round: number;
  draft: CallDraft;
  isRestored: boolean;
}

/** What was left behind about this person, or an empty form (null while it is being read), and the way to begin anew. */
function useBeginning(contact_id: string | null): [Beginning | null, () => void] {
  const store = useStore();
  const [begin, setBegin] = useState<Beginning | null>(null);
  const fresh = async (): Promise<CallDraft> => {
    const contact = contact_id === null ? undefined : await store.db.contacts.get(contact_id);
    const person = { contact_id: contact?.id ?? null, name: contact ? contactName(contact) : '' };
    return freshDraft(store.newId(), iso(store.now()), person);
  };
  const read = useEffectEvent(async (isOpen: () => boolean): Promise<void> => {
    const left = await savedDraft(store.db);
    const isSame = left !== null && (contact_id === null || left.contact_id === contact_id);
    const draft = isSame ? left : await fresh();
    if (isOpen()) setBegin({ round: 0, draft, isRestored: isSame });
  });
  useEffect(() => {
    let isOpen = true;
    void read(() => isOpen);
    return () => {
      isOpen = false;
    };
  }, []);
  const anew = async (): Promise<void> => {
    await dropDraft(store.db);
    setBegin({ round: 1, draft: await fresh(), isRestored: false });
  };
  return [begin, () => void anew()];
}

function NewCall({ contact_id }: { contact_id: string | null }): ReactElement {
  const [begin, anew] = useBeginning(contact_id);
  if (!begin) return <Skeleton leading="none" />;
  return (
    <>
      {begin.isRestored && (
        <Banner
          tone="info"
          title={<Trans>Continue where you stopped</Trans>}
          action={
            <Button variant="soft" small onPress={anew}>
              <Trans>Start anew</Trans>
            </Button>
          }
        />
      )}
      <NewCallForm key={begin.round} initial={begin.draft} contact_id={contact_id} />
    </>
  );
}

/** Whom the address names, also when the contact comes to this phone only now. Whoever was chosen here comes first. */
function useNamed(draft: CallDraft, contact_id: string | null): [CallDraft, () => void] {
  const { db } = useStore();
  const [isNamed, setNamed] = useState(true);
  const contact = useLiveQuery(
    async () => (contact_id === null ? undefined : db.contacts.get(contact_id)),
    [db, contact_id],
  );
  const isOpen = isNamed && draft.contact_id === null && draft.number === '';
  const named = isOpen && contact ? { ...draft, contact_id: contact.id, name: contactName(contact) } : draft;
  return [named, () => setNamed(false)];
}

function NewCallForm({ initial, contact_id: asked }: { initial: CallDraft; contact_id: string | null }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { history } = useRouter();
  const failure = useMendFailure();
  const say = useSavedWords();
  const [answers, setDraft] = useState(initial);
  const [draft, choosePerson] = useNamed(answers, asked);
  const [faults, setFaults] = useState<CallFaults>({});
  const drop = useKeptDraft(answers === initial ? null : answers);
  const isBusy = useRef(false);
  usePeople(draft.contact_id);
  const change = (next: CallDraft): void => {
    setFaults({});
    setDraft(next);
  };
  const save = async (): Promise<void> => {
    const { contact_id, number, name } = draft;
    const whom = { contact_id, user_id: null, phone_raw: contact_id === null ? number : null };
    const args = { ...fieldsOf(draft), ...whom, kind: draft.kind, task_id: null };
    const called = name || number;
    const op_id = await logCall(store, { id: draft.id, name: called, args, task_title: t`Call ${called}` });
    await drop();
    history.push(contact_id === null ? '/' : `/contacts/${contact_id}`);
    if (op_id !== null) say(op_id, t`Call logged`, () => void store.undo(op_id).catch(failure));
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
