import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { interactionKinds, type InteractionKind } from '../../../contract/values.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useDirectionLabels } from '../../components/interaction/interaction-labels.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { taskTypeLabels } from '../../components/task/task-labels.ts';
import { fromDateTimeInput, toDateTimeInput } from '../../lib/dates.ts';
import { ChipGroup } from '../../ui/chips.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { ChipField } from '../../ui/field-group.tsx';
import styles from './calls.module.css';
import { withKind, type CallDraft, type CallFaults } from './draft.ts';
import type { Outcome } from './outcome.ts';
import { FollowField, LengthField, NoteField, ResultField } from './outcome-fields.tsx';
import { useErrorFocus } from './use-error-focus.ts';

export const FORM = 'call-form';

type CallFormProps = {
  draft: CallDraft;
  onChange: (draft: CallDraft) => void;
  faults: CallFaults;
  onSubmit: () => void;
  /** The linked person. */
  person: ReactNode;
  /** The type of an existing entry is fixed. */
  isKindOpen: boolean;
};

/** The form of a call, meeting or message, result first. */
export function CallForm({ draft, onChange, faults, onSubmit, person, isKindOpen }: CallFormProps): ReactElement {
  const { t } = useLingui();
  const ref = useErrorFocus<HTMLFormElement>(faults);
  const parts = {
    outcome: draft,
    faults,
    onChange: (outcome: Outcome) => onChange({ ...draft, ...outcome }),
  };
  const submit = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form id={FORM} ref={ref} noValidate className={styles.form} onSubmit={submit}>
      {person}
      {isKindOpen && (
        <ChipGroup
          aria-label={t`Type`}
          wrap
          value={draft.kind}
          chips={interactionKinds.map((key) => ({ key, label: t(taskTypeLabels[key]) }))}
          onChange={(key) => onChange(withKind(draft, key as InteractionKind))}
        />
      )}
      <ResultField kind={draft.kind} {...parts} />
      <FollowField {...parts} />
      {draft.kind !== 'meet' && <Direction draft={draft} onChange={onChange} />}
      <When draft={draft} onChange={onChange} faults={faults} />
      {draft.kind !== 'message' && <LengthField {...parts} />}
      <NoteField {...parts} />
    </form>
  );
}

type FieldProps = Pick<CallFormProps, 'draft' | 'onChange'>;

function Direction({ draft, onChange }: FieldProps): ReactElement {
  const { t } = useLingui();
  const words = useDirectionLabels();
  return (
    <ChipField
      label={t`Who got in touch`}
      value={draft.direction}
      chips={(['out', 'in'] as const).map((key) => ({ key, label: words(draft.kind, key) }))}
      onChange={(key) => onChange({ ...draft, direction: key === 'in' ? 'in' : 'out' })}
    />
  );
}

function When({ draft, onChange, faults }: FieldProps & Pick<CallFormProps, 'faults'>): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const error = faults.at === 'in_future' ? t`This is in the future` : faults.at && t(errorText(faults.at));
  return (
    <DateTimeField
      label={t`When`}
      value={toDateTimeInput(draft.at)}
      max={toDateTimeInput(store.now())}
      errorMessage={error}
      onChange={(input) => onChange({ ...draft, at: fromDateTimeInput(input) })}
    />
  );
}
