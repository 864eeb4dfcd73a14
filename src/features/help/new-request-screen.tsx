import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import type { TicketType } from '../../../contract/values.ts';
import { useWriteError } from '../../forms/use-write-error.ts';
import { PictureField } from '../../components/media/picture-field.tsx';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { ticketErrors, TopicFields, useTicketFields } from '../../components/ticket/ticket-fields.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { createRequest } from './actions.ts';
import { type RequestDraft, saveDraft, savedDraft } from './draft.ts';
import { BackLink } from '../../ui/page-header.tsx';
import styles from './help.module.css';

type Words = Exclude<keyof RequestDraft, 'photos'>;
function useSend(previous_id: string | null) {
  const { t } = useLingui();
  const store = useStore();
  const navigate = useNavigate();
  const failure = useWriteError();
  const say = useSavedToast();
  const isBusy = useRef(false);
  return async (draft: RequestDraft): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const request = { ...draft, type: draft.type as TicketType, previous_id };
      const { id, op_id } = await createRequest(store, request);
      await saveDraft(store.db, null);
      void navigate({ to: '/help/$ticketId', params: { ticketId: id }, replace: true });
      const undo = async (): Promise<void> => {
        if (!(await store.undo(op_id))) return;
        await saveDraft(store.db, draft);
        void navigate({ to: '/help/new', replace: true });
      };
      say(op_id, t`Ticket created successfully`, () => void undo().catch(failure));
    } catch (error) {
      failure(error);
    } finally {
      isBusy.current = false;
    }
  };
}

function RequestForm({ begin, previous_id }: { begin: RequestDraft; previous_id: string | null }): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [draft, setDraft] = useState(begin);
  // Preparing pictures takes time; text typed meanwhile is kept.
  const latest = useRef(begin);
  const { notice, tell, forget, of } = useTicketFields<Words>('request');
  const send = useSend(previous_id);
  const set = (change: Partial<RequestDraft>): void => {
    const next = { ...latest.current, ...change };
    latest.current = next;
    setDraft(next);
    forget(Object.keys(change));
    void saveDraft(db, next).catch(() => {});
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!tell(ticketErrors(draft))) void send(draft);
  };
  const field = (name: Words) => ({
    ...of(name),
    value: draft[name],
    onChange: (value: string) => set({ [name]: value }),
  });
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`New request`}>
      {notice}
      <TopicFields type={field('type')} subject={field('subject')} />
      <TextArea
        {...field('body')}
        label={t`Message`}
        description={t`What did you do, what happened, and what did you expect?`}
      />
      <PictureField photos={draft.photos} onChange={(photos) => set({ photos })} />
      <div>
        <Button type="submit">
          <Trans>Send</Trans>
        </Button>
      </div>
    </form>
  );
}

/** /help/new: the draft is saved on the device and sent when online. */
export function NewRequestScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { previous = null } = useSearch({ from: '/_member/help/new' });
  const [first] = useState(() => savedDraft(db));
  const begin = useLiveQuery(() => first, [first]);
  return (
    <Screen title={t`New request`} back={<BackLink to="/help">{t`Help`}</BackLink>} narrow>
      {begin ? (
        <Card>
          <RequestForm begin={begin} previous_id={previous} />
        </Card>
      ) : (
        <Skeleton leading="none" />
      )}
    </Screen>
  );
}
