import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { ticketFields } from '../../../contract/entities/ticket.ts';
import { ticketTypes, type TicketType } from '../../../contract/values.ts';
import { errorText } from '../../cards/error-text.tsx';
import { useMendFailure } from '../../cards/mend-failure.ts';
import { PictureField } from '../../cards/picture-field.tsx';
import { useSavedWords } from '../../cards/saved-words.ts';
import { Screen } from '../../cards/screen.tsx';
import { useStore } from '../../cards/store-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { createRequest } from './actions.ts';
import { type RequestDraft, saveDraft, savedDraft } from './draft.ts';
import styles from './help.module.css';
import { typeWords } from '../../cards/ticket-words.ts';

type Words = Exclude<keyof RequestDraft, 'photos'>;
type Faults = Partial<Record<Words, string>>;

/** What the contract would refuse, as codes. */
function check(draft: RequestDraft): Faults {
  const names = ['type', 'subject', 'body'] as const;
  const found = names.map((name) => [name, ticketFields[name].safeParse(draft[name]).error?.issues[0]?.message]);
  return Object.fromEntries(found.filter(([, code]) => code !== undefined)) as Faults;
}

const isMissing = (code: string | undefined): boolean => code === 'required' || code === 'empty';

function useSend(previous_id: string | null) {
  const { t } = useLingui();
  const store = useStore();
  const { history } = useRouter();
  const failure = useMendFailure();
  const say = useSavedWords();
  const isBusy = useRef(false);
  return async (draft: RequestDraft): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const request = { ...draft, type: draft.type as TicketType, previous_id };
      const { id, op_id } = await createRequest(store, request);
      await saveDraft(store.db, null);
      history.replace(`/help/${id}`);
      const undo = async (): Promise<void> => {
        if (!(await store.undo(op_id))) return;
        await saveDraft(store.db, draft);
        history.replace('/help/new');
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
  // Pictures take a while to be made ready; what is typed meanwhile stays.
  const latest = useRef(begin);
  const [faults, setFaults] = useState<Faults>({});
  const send = useSend(previous_id);
  const set = (change: Partial<RequestDraft>): void => {
    const next = { ...latest.current, ...change };
    latest.current = next;
    setDraft(next);
    setFaults((known) => ({ ...known, ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])) }));
    void saveDraft(db, next).catch(() => {});
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = check(draft);
    setFaults(found);
    const [first] = Object.keys(found);
    if (first) document.getElementById(`request-${first}`)?.focus();
    else void send(draft);
  };
  const of = (name: Words) => {
    const code = faults[name];
    return {
      id: `request-${name}`,
      isRequired: true,
      value: draft[name],
      onChange: (value: string) => set({ [name]: value }),
      ...(code && { errorMessage: t(errorText(isMissing(code) ? 'required' : code)) }),
    };
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`New request`}>
      {Object.values(faults).some(isMissing) && (
        <Banner tone="need" role="alert">
          <Trans>Please, fill all necessary fields</Trans>
        </Banner>
      )}
      <SelectField
        {...of('type')}
        label={t`What is it about?`}
        placeholder={t`Choose`}
        options={ticketTypes.map((value) => ({ value, label: t(typeWords[value]) }))}
      />
      <TextField {...of('subject')} label={t`Subject`} description={t`In a few words`} autoComplete="off" />
      <TextArea
        {...of('body')}
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

/** /help/new: kept on the phone while it is written, and sent when there is a network. */
export function NewRequestScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const { previous }: { previous?: unknown } = useSearch({ strict: false });
  const [first] = useState(() => savedDraft(db));
  const begin = useLiveQuery(() => first, [first]);
  return (
    <Screen title={t`New request`} back={{ href: '/help', label: t`Help` }} narrow>
      {begin ? (
        <Card>
          <RequestForm begin={begin} previous_id={typeof previous === 'string' ? previous : null} />
        </Card>
      ) : (
        <Skeleton leading="none" />
      )}
    </Screen>
  );
}
