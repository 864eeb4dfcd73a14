import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import type { TaskResult } from '../../../contract/values.ts';
import type { LogCallRequest } from '../../components/call/log-call.ts';
import { FollowUp, useFollowUpTimes } from '../../components/task/follow-up.tsx';
import { nextDayTime } from '../../components/task/follow-up-times.ts';
import { useInitialValues } from '../../forms/use-initial-values.ts';
import { useErrorText } from '../../forms/use-form-field.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { Store } from '../../db/schema/store.ts';
import { iso } from '../../lib/ports.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { CallNoteSheet } from './call-note-sheet.tsx';
import styles from './calls.module.css';
import type { CalledPerson } from './draft.ts';
import { findLikelyPeople } from './likely-people.ts';
import { emptyOutcome, type CallOutcome, outcomeErrors, withFollowUp, withResult } from './outcome.ts';
import { ResultButtons } from './outcome-fields.tsx';
import { PersonSearch } from './person-field.tsx';
import { withStoredName } from './queries.ts';
import { useFetchOwnPeople } from './use-fetch-own-people.ts';
import { useLogResult } from './use-log-result.ts';

export interface LogCallSheetProps {
  request: LogCallRequest;
  onClose: () => void;
}

interface InitialState {
  round: number;
  /** The person for whom the sheet was opened; null if the user has to choose one. */
  person: CalledPerson | null;
  suggested: readonly CalledPerson[];
}

async function initialStateOf(store: Store, { contact, person }: LogCallRequest): Promise<InitialState> {
  const linked = { contact_id: contact ?? null, user_id: contact === undefined ? (person ?? null) : null };
  const hasPerson = linked.contact_id !== null || linked.user_id !== null;
  const [stored, suggested] = await Promise.all([withStoredName(store.db, linked), findLikelyPeople(store)]);
  return { round: 0, person: hasPerson ? { ...linked, name: stored.name, number: '' } : null, suggested };
}

/**
 * Logs a call over the current screen: the user chooses the person and then the result, which saves the call. The
 * confirmation can open the sheet for a note, so this component stays mounted after the call is saved.
 */
export function LogCallSheet({ request, onClose }: LogCallSheetProps): ReactElement | null {
  const store = useStore();
  const [initial] = useInitialValues(
    () => initialStateOf(store, request),
    async () => {},
  );
  return initial ? <LogCall initial={initial} request={request} onClose={onClose} /> : null;
}

type Step = { kind: 'call' | 'saved' } | { kind: 'note'; call: string };

function LogCall({ initial, request, onClose }: LogCallSheetProps & { initial: InitialState }): ReactElement | null {
  const [person, setPerson] = useState(initial.person);
  const [step, setStep] = useState<Step>({ kind: 'call' });
  const [outcome, setOutcome] = useState(emptyOutcome);
  useFetchOwnPeople(person?.contact_id ?? null);
  const log = useLogResult({
    onLogged: () => setStep({ kind: 'saved' }),
    onUndone: () => setStep({ kind: 'call' }),
    onNote: (call) => setStep({ kind: 'note', call }),
  });
  if (step.kind === 'saved') return null;
  if (step.kind === 'note') return <CallNoteSheet id={step.call} onClose={onClose} />;
  if (!person)
    return <PersonStep suggested={initial.suggested} from={request.from} onChoose={setPerson} onClose={onClose} />;
  return (
    <ResultStep
      person={person}
      onBack={initial.person ? null : () => setPerson(null)}
      outcome={outcome}
      onChange={setOutcome}
      onSave={(complete) => log(person, complete)}
      onClose={onClose}
    />
  );
}

interface PersonStepProps {
  suggested: readonly CalledPerson[];
  from: LogCallRequest['from'];
  onChoose: (person: CalledPerson) => void;
  onClose: () => void;
}

function PersonStep({ suggested, from, onChoose, onClose }: PersonStepProps): ReactElement {
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Log a call</Trans>}
      footer={
        <LinkButton variant="ghost" to="/calls/new" search={{ from }} onClick={onClose}>
          <Trans>More details</Trans>
        </LinkButton>
      }
    >
      <PersonSearch suggested={suggested} onChoose={onChoose} />
    </Sheet>
  );
}

interface ResultStepProps {
  person: CalledPerson;
  /** Returns to the choice of the person; null if the person is fixed. */
  onBack: (() => void) | null;
  /** The outcome so far, which has no result yet. */
  outcome: CallOutcome;
  onChange: (outcome: CallOutcome) => void;
  onSave: (complete: CallOutcome) => void;
  onClose: () => void;
}

function ResultStep({ person, onBack, outcome, onChange, onSave, onClose }: ResultStepProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const errorTextOf = useErrorText();
  const callBackAt = iso(nextDayTime(useFollowUpTimes()).at);
  const [error, setError] = useState<string>();
  const save = (result: TaskResult): void => {
    const complete = withResult(outcome, result, callBackAt);
    const { follow_up } = outcomeErrors(complete, store.now());
    setError(follow_up);
    if (follow_up === undefined) onSave(complete);
  };
  const { contact_id, user_id, number } = person;
  const name = person.name || number;
  const search = contact_id ? { contact: contact_id } : user_id ? { person: user_id } : {};
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={name === '' ? t`How did the call go?` : t`How did the call with ${name} go?`}
      description={<Trans>The result saves the call. You can undo it.</Trans>}
      footer={
        <>
          {onBack && (
            <Button variant="ghost" onPress={onBack}>
              <Trans>Back</Trans>
            </Button>
          )}
          <LinkButton variant="ghost" to="/calls/new" search={search} onClick={onClose}>
            <Trans>More details</Trans>
          </LinkButton>
        </>
      }
    >
      <div className={styles.form}>
        <FollowUp
          label={t`Next contact`}
          value={outcome.follow_up_at}
          isPicking={outcome.follow === 'pick'}
          onChange={(at, choice) => {
            setError(undefined);
            onChange(withFollowUp(outcome, choice, at));
          }}
          errorMessage={errorTextOf(error)}
        />
        <ResultButtons kind="call" autoFocus onResult={save} />
      </div>
    </Sheet>
  );
}
