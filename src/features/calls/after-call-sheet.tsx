import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import { saveCallAnswers, savedCallIntent } from '../../components/call/call-intent.ts';
import { Form } from '../../forms/form.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useDraftAutosave } from '../../forms/use-draft-autosave.ts';
import { useSingleFlight } from '../../hooks/use-write-action.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { CallIntent } from '../../db/schema/meta.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './calls.module.css';
import { type CallFormApi, outcomeSchema } from './call-values.ts';
import { type CallDraft, newCallDraft } from './draft.ts';
import { emptyOutcome, durationFields, pickOutcome, readOutcome } from './outcome.ts';
import { FollowUpField, DurationField, NoteField, ResultField } from './outcome-fields.tsx';
import { useCallEnd } from './use-call-end.ts';
import { type ReturnFromDialer, useReturnFromDialer } from './use-return-from-dialer.ts';
import { useFetchOwnPeople } from './use-fetch-own-people.ts';

const FORM = 'after-call-form';

/**
 * A sheet over any screen with questions about the outcome of a call. It opens when the user returns from the dialer,
 * or at the next start if the app was killed.
 */
export function AfterCallSheet(): ReactElement | null {
  const { db } = useStore();
  const call = useLiveQuery(async () => savedCallIntent(db), [db]);
  return call ? <StartedCall key={call.started_at} call={call} /> : null;
}

/**
 * Whether the user has closed the sheet without an answer. The sheet then opens again on the next return to the app.
 */
function usePostponed(): [boolean, () => void] {
  const [isPostponed, setPostponed] = useState(false);
  useEffect(() => {
    if (!isPostponed) return;
    const onVisibilityChange = (): void => setPostponed(document.hidden);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, [isPostponed]);
  return [isPostponed, () => setPostponed(true)];
}

function StartedCall({ call }: { call: CallIntent }): ReactElement | null {
  const store = useStore();
  const [id] = useState(() => call.id ?? store.newId());
  const back = useReturnFromDialer(call, store.now);
  const [isPostponed, later] = usePostponed();
  useFetchOwnPeople(call.contact_id);
  if (!back || isPostponed) return null;
  return <CallSheet call={{ ...call, id }} back={back} onPostpone={later} />;
}

type CallSheetProps = {
  call: CallIntent & { id: string };
  back: ReturnFromDialer;
  onPostpone: () => void;
};

/**
 * Builds the form values from the saved answers. Before the first answer, the duration is the time that the user was
 * away.
 */
function valuesOf({ id, draft, contact_id, user_id, name }: CallSheetProps['call'], away: number | null): CallDraft {
  const outcome = draft === undefined ? { ...emptyOutcome, ...durationFields(away) } : readOutcome(draft);
  return { ...newCallDraft(id, '', { contact_id, user_id: user_id ?? null, name }), ...outcome };
}

/** Creates the form. Its answers are stored with the call. */
function useOutcomeForm({ call, back: { away, isFinal } }: Omit<CallSheetProps, 'onPostpone'>) {
  const store = useStore();
  const { save, dismiss } = useCallEnd(call);
  const runOnce = useSingleFlight();
  const form: CallFormApi = useAppForm({
    schema: outcomeSchema(store.now),
    initial: valuesOf(call, away),
    onSubmit: async (draft) => {
      await stopAutosave();
      await save(pickOutcome(draft));
    },
  });
  const storeAnswers = async (draft: CallDraft): Promise<void> =>
    saveCallAnswers(store.db, call.started_at, { id: call.id, draft: pickOutcome(draft) });
  const stopAutosave = useDraftAutosave(form, { save: storeAnswers, drop: async () => {} });
  const { isDirty } = form.formState;
  const handleReturn = useEffectEvent(() => {
    if (!isDirty) form.reset(valuesOf(call, away));
    if (isFinal) void storeAnswers(form.getValues()).catch(() => {});
  });
  useEffect(() => handleReturn(), [away, isFinal]);
  const end = async (): Promise<void> => {
    await stopAutosave();
    await dismiss(pickOutcome(form.getValues()));
  };
  return { form, dismiss: () => void runOnce(end) };
}

function CallSheet({ call, back, onPostpone }: CallSheetProps): ReactElement {
  const now = useNow('minute');
  const { form, dismiss } = useOutcomeForm({ call, back });
  return (
    <Sheet
      isOpen
      onClose={onPostpone}
      closesOnOutsidePress={false}
      title={<CallTitle name={call.name} />}
      description={[call.number, formatRecent(call.started_at, now)].filter(Boolean).join(', ')}
      footer={
        <>
          <Button variant="ghost" onPress={dismiss}>
            <Trans>I didn't call</Trans>
          </Button>
          <Button type="submit" form={FORM} isPending={form.isSaving}>
            <Trans>Save call</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id={FORM} className={styles.form}>
        <ResultField form={form} />
        <FollowUpField form={form} />
        <DurationField form={form} />
        <NoteField form={form} />
      </Form>
    </Sheet>
  );
}

function CallTitle({ name }: { name: string }): ReactElement {
  const { t } = useLingui();
  return <>{name === '' ? t`How did the call go?` : t`How did the call with ${name} go?`}</>;
}
