import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { ticketFields } from '../../../contract/entities/ticket.ts';
import { priorities, ticketChannels, ticketTypes } from '../../../contract/values.ts';
import { errorText } from '../../cards/error-text.tsx';
import { personName } from '../../cards/person-words.ts';
import { Screen } from '../../cards/screen.tsx';
import { useStore } from '../../cards/store-context.tsx';
import { priorityWords } from '../../cards/task-words.ts';
import { channelWords, typeWords } from '../../cards/ticket-words.ts';
import type { PhoneDb } from '../../db/db.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { createFor, type TicketDraft } from './actions.ts';
import styles from './tickets.module.css';
import { useStep } from './use-steps.ts';

const KEY = 'draft:ticket-for';
/** More than anybody looks through. */
const MOST = 1000;

const empty: TicketDraft = { user_id: '', type: '', subject: '', body: '', channel: 'phone', priority: 'normal' };

interface Begin {
  people: Person[];
  draft: TicketDraft;
}

async function begun(db: PhoneDb, asked: unknown): Promise<Begin> {
  const [rows, kept] = await Promise.all([db.people.limit(MOST).toArray(), db.meta.get(KEY)]);
  const people = rows.toSorted((a, b) => personName(a).localeCompare(personName(b)));
  const draft = { ...empty, ...(kept?.value as Partial<TicketDraft> | undefined) };
  return { people, draft: typeof asked === 'string' ? { ...draft, user_id: asked } : draft };
}

type Faults = Partial<Record<keyof TicketDraft, string>>;

/** What the contract would refuse, as codes. */
function faultsOf(draft: TicketDraft): Faults {
  const names = ['type', 'subject', 'body'] as const;
  const found = names.map((name) => [name, ticketFields[name].safeParse(draft[name]).error?.issues[0]?.message]);
  const faults = Object.fromEntries(found.filter(([, code]) => code !== undefined)) as Faults;
  return { ...(draft.user_id === '' && { user_id: 'required' }), ...faults };
}

const isMissing = (code: string | undefined): boolean => code === 'required' || code === 'empty';

function useSend(people: readonly Person[]): (draft: TicketDraft) => Promise<void> {
  const { t } = useLingui();
  const store = useStore();
  const { history } = useRouter();
  const step = useStep();
  const isBusy = useRef(false);
  return async (draft) => {
    const person = people.find(({ id }) => id === draft.user_id);
    if (isBusy.current) return;
    isBusy.current = true;
    const id = store.newId();
    const name = person ? personName(person) : '';
    if (await step(() => createFor(store, id, name, draft), t`Ticket created successfully`)) {
      await store.db.meta.delete(KEY);
      history.replace(`/user/new-request/${id}`);
    }
    isBusy.current = false;
  };
}

function TicketForm({ begin: { people, draft: first } }: { begin: Begin }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<Faults>({});
  const send = useSend(people);
  const set = (change: Partial<TicketDraft>): void => {
    const next = { ...draft, ...change };
    setDraft(next);
    setFaults((known) => ({ ...known, ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])) }));
    void db.meta.put({ key: KEY, value: next }).catch(() => {});
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = faultsOf(draft);
    setFaults(found);
    const [wrong] = Object.keys(found);
    if (wrong) document.getElementById(`ticket-${wrong}`)?.focus();
    else void send(draft);
  };
  const of = (name: keyof TicketDraft) => {
    const code = faults[name];
    return {
      id: `ticket-${name}`,
      isRequired: true,
      value: draft[name],
      onChange: (value: string) => set({ [name]: value }),
      ...(code && { errorMessage: t(errorText(isMissing(code) ? 'required' : code)) }),
    };
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`New ticket`}>
      {Object.values(faults).some(isMissing) && (
        <Banner tone="need" role="alert">
          <Trans>Please, fill all necessary fields</Trans>
        </Banner>
      )}
      <SelectField
        {...of('user_id')}
        label={t`Who asked?`}
        placeholder={t`Choose`}
        options={people.map((person) => ({ value: person.id, label: personName(person) }))}
      />
      <SelectField
        {...of('channel')}
        label={t`How?`}
        options={ticketChannels.map((value) => ({ value, label: t(channelWords[value]) }))}
      />
      <SelectField
        {...of('type')}
        label={t`What is it about?`}
        placeholder={t`Choose`}
        options={ticketTypes.map((value) => ({ value, label: t(typeWords[value]) }))}
      />
      <TextField {...of('subject')} label={t`Subject`} description={t`In a few words`} autoComplete="off" />
      <TextArea {...of('body')} label={t`What was asked`} />
      <SelectField
        {...of('priority')}
        label={t`Priority`}
        options={priorities.map((value) => ({ value, label: t(priorityWords[value]) }))}
      />
      <div>
        <Button type="submit">
          <Trans>Create the ticket</Trans>
        </Button>
      </div>
    </form>
  );
}

/** /tickets/new: what somebody asked on the phone or in the street. */
export function NewTicketScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { person }: { person?: unknown } = useSearch({ strict: false });
  const [first] = useState(() => begun(db, person));
  const begin = useLiveQuery(() => first, [first]);
  return (
    <Screen title={t`New ticket`} back={{ href: '/tickets', label: t`Tickets` }} narrow>
      {!begin && <Skeleton leading="none" />}
      {begin?.people.length === 0 && (
        <EmptyState>
          <Trans>There is nobody on this phone whom you look after.</Trans>
        </EmptyState>
      )}
      {begin && begin.people.length > 0 && (
        <Card>
          <TicketForm begin={begin} />
        </Card>
      )}
    </Screen>
  );
}
