import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { z } from '../../../contract/zod.ts';
import { deleteDraft, saveDraft, savedDraft } from '../../forms/drafts.ts';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { FormSelectField, FormTextArea } from '../../forms/fields.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { choiceField, requiredText } from '../../forms/schema.ts';
import { ticketShape, TopicFields } from '../../forms/ticket-fields.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useDraftAutosave } from '../../forms/use-draft-autosave.ts';
import { ticketChannels } from '../../../contract/values.ts';
import { priorities } from '../../../contract/filter-values.ts';
import { byPersonName } from '../../components/person/name-or-phone-search.ts';
import { personName } from '../../components/person/person-labels.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { priorityLabels } from '../../components/task/task-result-labels.ts';
import { channelLabels } from '../../components/ticket/ticket-labels.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { createTicketForPerson, type TicketDraft } from './actions.ts';
import { BackLink } from '../../ui/page-header.tsx';
import styles from './tickets.module.css';
import { filterPeople } from '../../db/queries/people.ts';

const DRAFT = 'ticket-for';
const empty: TicketDraft = { user_id: '', type: '', subject: '', body: '', channel: 'phone', priority: 'normal' };

interface InitialTicket {
  people: Person[];
  draft: TicketDraft;
}

async function initialTicket(db: PhoneDb, personParam: unknown): Promise<InitialTicket> {
  const [rows, saved] = await Promise.all([filterPeople(db, () => true), savedDraft(db, DRAFT)]);
  const draft = { ...empty, ...saved };
  const user_id = typeof personParam === 'string' ? personParam : draft.user_id;
  // The URL may name a person who is not on this device and therefore cannot be selected.
  const isSynced = rows.some(({ id }) => id === user_id);
  return { people: rows.toSorted(byPersonName), draft: { ...draft, user_id: isSynced ? user_id : '' } };
}

const schema = z.object({
  user_id: requiredText(z.string()),
  ...ticketShape,
  channel: choiceField(z.enum(ticketChannels)),
  priority: choiceField(z.enum(priorities)),
});

function useTicketForm({ people, draft: initial }: InitialTicket) {
  const { t } = useLingui();
  const store = useStore();
  const navigate = useNavigate();
  const step = useWriteAction();
  const form = useAppForm({
    schema,
    initial,
    onSubmit: async (ticket) => {
      const person = people.find(({ id }) => id === ticket.user_id);
      if (!person) return;
      const id = store.newId();
      const create = async (): Promise<string> => {
        const op_id = await createTicketForPerson(store, id, person, ticket);
        await dropDraft();
        void navigate({ to: '/user/new-request/$ticketId', params: { ticketId: id }, replace: true });
        return op_id;
      };
      await step(create, t`Ticket created successfully`);
    },
  });
  const dropDraft = useDraftAutosave(form, {
    save: (draft) => saveDraft(store.db, DRAFT, draft),
    drop: () => deleteDraft(store.db, DRAFT),
  });
  return form;
}

function TicketForm({ initialForm }: { initialForm: InitialTicket }): ReactElement {
  const { t } = useLingui();
  const form = useTicketForm(initialForm);
  const { control } = form;
  const labels = {
    user_id: t`Who asked?`,
    type: t`What is it about?`,
    subject: t`Subject`,
    body: t`What did they ask?`,
  };
  return (
    <Form form={form} className={styles.form} aria-label={t`New ticket`}>
      <ErrorSummary form={form} labels={labels} />
      <FormSelectField
        control={control}
        name="user_id"
        isRequired
        label={t`Who asked?`}
        placeholder={t`Choose`}
        options={initialForm.people.map((person) => ({ value: person.id, label: personName(person) }))}
      />
      <FormSelectField
        control={control}
        name="channel"
        isRequired
        label={t`How did they ask?`}
        options={ticketChannels.map((value) => ({ value, label: t(channelLabels[value]) }))}
      />
      <TopicFields control={control} type="type" subject="subject" />
      <FormTextArea control={control} name="body" isRequired label={t`What did they ask?`} />
      <FormSelectField
        control={control}
        name="priority"
        isRequired
        label={t`Priority`}
        options={priorities.map((value) => ({ value, label: t(priorityLabels[value]) }))}
      />
      <div>
        <SubmitButton form={form}>
          <Trans>Create ticket</Trans>
        </SubmitButton>
      </div>
    </Form>
  );
}

/** /tickets/new: creates a ticket for a request that was made by phone or in person. */
export function NewTicketScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { person } = useSearch({ from: '/_member/_staff/tickets/new' });
  const [first] = useState(() => initialTicket(db, person));
  const initialForm = useLiveQuery(async () => first, [first]);
  return (
    <Screen title={t`New ticket`} back={<BackLink to="/tickets">{t`Tickets`}</BackLink>} narrow>
      {!initialForm && <Skeleton leading="none" />}
      {initialForm?.people.length === 0 && (
        <EmptyState>
          <Trans>No people on this device are assigned to you.</Trans>
        </EmptyState>
      )}
      {initialForm && initialForm.people.length > 0 && (
        <Card>
          <TicketForm initialForm={initialForm} />
        </Card>
      )}
    </Screen>
  );
}
