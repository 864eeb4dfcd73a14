import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { saveAnswers, savedCall } from '../../components/call/call-intent.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { CallIntent } from '../../db/schema/meta.ts';
import { formatRecent } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { useNow } from '../../ui/use-now.ts';
import styles from './calls.module.css';
import { emptyOutcome, lengthFields, outcomeFaults, readOutcome, type Outcome, type OutcomeFaults } from './outcome.ts';
import { FollowField, LengthField, NoteField, ResultField } from './outcome-fields.tsx';
import { useCallEnd } from './use-call-end.ts';
import { useReturnFromDialer } from './use-return-from-dialer.ts';
import { useErrorFocus } from './use-error-focus.ts';
import { usePeople } from './use-people.ts';

/** Asks how the call went on return from the dialer, over any screen, or at the next start after a kill. */
export function AfterCallSheet(): ReactElement | null {
  const { db } = useStore();
  const call = useLiveQuery(() => savedCall(db), [db]);
  return call ? <OneCall key={call.started_at} call={call} /> : null;
}

const KEEP_AFTER_MS = 400;

/** Saves the answers shortly after each change and at once when the app is hidden. */
function useKept(call: CallIntent, id: string, outcome: Outcome | null): void {
  const { db } = useStore();
  const { started_at } = call;
  useEffect(() => {
    if (!outcome) return;
    const keep = (): void => void saveAnswers(db, started_at, { id, draft: outcome }).catch(() => {});
    const timer = setTimeout(keep, KEEP_AFTER_MS);
    document.addEventListener('visibilitychange', keep);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', keep);
    };
  }, [db, started_at, id, outcome]);
}

/** Closed without an answer: asked again on the next return to the app. */
function useLater(): [boolean, () => void] {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    if (!isLater) return;
    const again = (): void => setLater(document.hidden);
    document.addEventListener('visibilitychange', again);
    return () => document.removeEventListener('visibilitychange', again);
  }, [isLater]);
  return [isLater, () => setLater(true)];
}

function OneCall({ call }: { call: CallIntent }): ReactElement | null {
  const store = useStore();
  const [id] = useState(() => call.id ?? store.newId());
  const back = useReturnFromDialer(call, store.now);
  const [answers, setAnswers] = useState(() => (call.draft === undefined ? null : readOutcome(call.draft)));
  const [isLater, later] = useLater();
  const away = back?.away ?? null;
  // Until something is answered, the duration is the time away.
  const outcome = useMemo(() => answers ?? { ...emptyOutcome, ...lengthFields(away) }, [answers, away]);
  usePeople(call.contact_id);
  useKept(call, id, answers !== null || back?.isFinal ? outcome : null);
  if (!back || isLater) return null;
  return <CallSheet call={{ ...call, id }} outcome={outcome} onChange={setAnswers} onLater={later} />;
}

type CallSheetProps = {
  call: CallIntent & { id: string };
  outcome: Outcome;
  onChange: (outcome: Outcome) => void;
  onLater: () => void;
};

function CallSheet({ call, outcome, onChange, onLater }: CallSheetProps): ReactElement {
  const store = useStore();
  const now = useNow('minute');
  const { save, dismiss, isSaving } = useCallEnd(call, outcome);
  const [faults, setFaults] = useState<OutcomeFaults>({});
  const ref = useErrorFocus<HTMLDivElement>(faults);
  const answer = (): void => {
    const found = outcomeFaults(outcome, store.now());
    setFaults(found);
    if (Object.keys(found).length === 0) save();
  };
  const parts = {
    outcome,
    faults,
    onChange: (next: Outcome): void => {
      setFaults({});
      onChange(next);
    },
  };
  return (
    <Sheet
      isOpen
      onClose={onLater}
      closesOutside={false}
      title={<CallTitle name={call.name} />}
      description={[call.number, formatRecent(call.started_at, now)].filter(Boolean).join(', ')}
      footer={
        <>
          <Button variant="ghost" onPress={dismiss}>
            <Trans>I didn't call</Trans>
          </Button>
          <Button isPending={isSaving} onPress={answer}>
            <Trans>Save call</Trans>
          </Button>
        </>
      }
    >
      <div ref={ref} className={styles.form}>
        <ResultField kind="call" {...parts} />
        <FollowField {...parts} />
        <LengthField {...parts} />
        <NoteField {...parts} />
      </div>
    </Sheet>
  );
}

function CallTitle({ name }: { name: string }): ReactElement {
  const { t } = useLingui();
  return <>{name === '' ? t`How did the call go?` : t`How did the call with ${name} go?`}</>;
}
