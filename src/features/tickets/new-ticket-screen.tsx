import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { priorities, ticketChannels } from '../../../contract/values.ts';
import { byPersonName } from '../../components/person/name-or-phone-search.ts';
import { personName } from '../../components/person/person-labels.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { priorityLabels } from '../../components/task/task-labels.ts';
import { ticketErrors, TopicFields, useTicketFields } from '../../components/ticket/ticket-fields.tsx';
import { channelLabels } from '../../components/ticket/ticket-labels.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { filterRows } from '../../db/queries/filter-rows.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { createFor, type TicketDraft } from './actions.ts';
import { BackLink } from '../../ui/page-header.tsx';
import styles from './tickets.module.css';

const KEY = 'draft:ticket-for';
const empty: TicketDraft = { user_id: '', type: '', subject: '', body: '', channel: 'phone', priority: 'normal' };

interface Begin {
  people: Person[];
  draft: TicketDraft;
}

async function begun(db: PhoneDb, asked: unknown): Promise<Begin> {
  const [rows, kept] = await Promise.all([filterRows(db.people, () => true), db.meta.get(KEY)]);
  const draft = { ...empty, ...(kept?.value as Partial<TicketDraft> | undefined) };
  const user_id = typeof asked === 'string' ? asked : draft.user_id;
  // A person who is not on this device cannot be selected.
  const isHere = rows.some(({ id }) => id === user_id);
  return { people: rows.toSorted(byPersonName), draft: { ...draft, user_id: isHere ? user_id : '' } };
}

function useSend(people: readonly Person[]): (draft: TicketDraft) => Promise<void> {
  const { t } = useLingui();
  const store = useStore();
  const navigate = useNavigate();
  const step = useWriteAction();
  return async (draft) => {
    const person = people.find(({ id }) => id === draft.user_id);
    if (!person) return;
    const id = store.newId();
    const create = async (): Promise<string> => {
      const op_id = await createFor(store, id, person, draft);
      await store.db.meta.delete(KEY).catch(() => {});
      void navigate({ to: '/user/new-request/$ticketId', params: { ticketId: id }, replace: true });
      return op_id;
    };
    await step(create, t`Ticket created successfully`);
  };
}

function TicketForm({ begin: { people, draft: first } }: { begin: Begin }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [draft, setDraft] = useState(first);
  const { notice, tell, forget, of } = useTicketFields<keyof TicketDraft>('ticket');
  const send = useSend(people);
  const set = (change: Partial<TicketDraft>): void => {
    const next = { ...draft, ...change };
    setDraft(next);
    forget(Object.keys(change));
    void db.meta.put({ key: KEY, value: next }).catch(() => {});
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const missing = draft.user_id === '' && { user_id: 'required' };
    if (!tell({ ...missing, ...ticketErrors(draft) })) void send(draft);
  };
  const field = (name: keyof TicketDraft) => ({
    ...of(name),
    value: draft[name],
    onChange: (value: string) => set({ [name]: value }),
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`New ticket`}>
      {notice}
      <SelectField
        {...field('user_id')}
        label={t`Who asked?`}
        placeholder={t`Choose`}
        options={people.map((person) => ({ value: person.id, label: personName(person) }))}
      />
      <SelectField
        {...field('channel')}
        label={t`How did they ask?`}
        options={ticketChannels.map((value) => ({ value, label: t(channelLabels[value]) }))}
      />
      <TopicFields type={field('type')} subject={field('subject')} />
      <TextArea {...field('body')} label={t`What did they ask?`} />
      <SelectField
        {...field('priority')}
        label={t`Priority`}
        options={priorities.map((value) => ({ value, label: t(priorityLabels[value]) }))}
      />
      <div>
        <Button type="submit">
          <Trans>Create ticket</Trans>
        </Button>
      </div>
    </form>
  );
}

/** /tickets/new: a request made by phone or in person. */
export function NewTicketScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { person } = useSearch({ from: '/_member/_staff/tickets/new' });
  const [first] = useState(() => begun(db, person));
  const begin = useLiveQuery(() => first, [first]);
  return (
    <Screen title={t`New ticket`} back={<BackLink to="/tickets">{t`Tickets`}</BackLink>} narrow>
      {!begin && <Skeleton leading="none" />}
      {begin?.people.length === 0 && (
        <EmptyState>
          <Trans>No people on this device are assigned to you.</Trans>
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
