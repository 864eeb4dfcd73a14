import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import { z } from '../../../contract/zod.ts';
import { Screen } from '../../components/app/screen.tsx';
import type { ChosenPhoto } from '../../components/media/prepare-photo.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { deleteDraft, saveDraft, savedDraft } from '../../forms/drafts.ts';
import { FormTextArea } from '../../forms/fields.tsx';
import { Form, RequiredNotice, SubmitButton } from '../../forms/form.tsx';
import { FormPictureField } from '../../forms/form-picture-field.tsx';
import { ticketShape, TopicFields } from '../../forms/ticket-fields.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useDraftAutosave } from '../../forms/use-draft-autosave.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Card } from '../../ui/card.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { createRequest } from './actions.ts';
import styles from './help.module.css';

interface RequestDraft {
  type: string;
  subject: string;
  body: string;
  photos: readonly ChosenPhoto[];
}

const schema = z.object({ ...ticketShape, photos: z.custom<readonly ChosenPhoto[]>() });

const DRAFT = 'ticket';

/** Returns the values of the stored draft, or empty ones. */
async function initialRequest(db: PhoneDb): Promise<RequestDraft> {
  return { type: '', subject: '', body: '', photos: [], ...(await savedDraft(db, DRAFT)) };
}

interface RequestFormProps {
  initial: RequestDraft;
  previous_id: string | null;
}

function useRequestForm({ initial, previous_id }: RequestFormProps) {
  const { t } = useLingui();
  const store = useStore();
  const navigate = useNavigate();
  const toastError = useWriteError();
  const showSavedToast = useSavedToast();
  const form = useAppForm({
    schema,
    initial,
    onSubmit: async (request, draft) => {
      const { id, op_id } = await createRequest(store, { ...request, previous_id });
      await dropDraft();
      void navigate({ to: '/help/$ticketId', params: { ticketId: id }, replace: true });
      const undo = async (): Promise<void> => {
        if (!(await store.undo(op_id))) return;
        await saveDraft(store.db, DRAFT, draft);
        void navigate({ to: '/help/new', replace: true });
      };
      showSavedToast(op_id, t`Ticket created successfully`, () => void undo().catch(toastError));
    },
  });
  const dropDraft = useDraftAutosave(form, {
    save: (draft) => saveDraft(store.db, DRAFT, draft),
    drop: () => deleteDraft(store.db, DRAFT),
  });
  return form;
}

function RequestForm(props: RequestFormProps): ReactElement {
  const { t } = useLingui();
  const form = useRequestForm(props);
  const { control } = form;
  return (
    <Form form={form} className={styles.form} aria-label={t`New request`}>
      <RequiredNotice control={control} title={t`Please, fill all necessary fields`} />
      <TopicFields control={control} type="type" subject="subject" />
      <FormTextArea
        control={control}
        name="body"
        isRequired
        label={t`Message`}
        description={t`What did you do, what happened, and what did you expect?`}
      />
      <FormPictureField control={control} name="photos" />
      <div>
        <SubmitButton form={form}>
          <Trans>Send</Trans>
        </SubmitButton>
      </div>
    </Form>
  );
}

/** /help/new: the form of a new help request. Its draft is stored on the device; the request is sent when online. */
export function NewRequestScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { previous = null } = useSearch({ from: '/_member/help/new' });
  const [first] = useState(() => initialRequest(db));
  const initialForm = useLiveQuery(async () => first, [first]);
  return (
    <Screen title={t`New request`} back={<BackLink to="/help">{t`Help`}</BackLink>} narrow>
      {initialForm ? (
        <Card>
          <RequestForm initial={initialForm} previous_id={previous} />
        </Card>
      ) : (
        <Skeleton leading="none" />
      )}
    </Screen>
  );
}
