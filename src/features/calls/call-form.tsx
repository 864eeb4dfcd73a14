import { useLingui } from '@lingui/react/macro';
import type { ReactElement, ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { type InteractionKind, interactionKinds } from '../../../contract/values.ts';
import { useDirectionLabels } from '../../components/interaction/interaction-labels.ts';
import { taskTypeLabels } from '../../components/task/task-labels.ts';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { FormChipField, FormInstantField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { toDateTimeInput } from '../../lib/dates.ts';
import { ChipGroup } from '../../ui/chips.tsx';
import { type CallFormApi, setCallValues } from './call-values.ts';
import styles from './calls.module.css';
import { withKind } from './draft.ts';
import { FollowUpField, DurationField, NoteField, ResultField, SaveResultField } from './outcome-fields.tsx';

export const FORM = 'call-form';

type CallFormProps = {
  form: CallFormApi;
  /** The field that selects the linked person. */
  person: ReactNode;
  /** Whether the interaction is not saved yet, so that its type can be changed and choosing a result saves it. */
  isNew: boolean;
};

/**
 * The form of a call, meeting or message. For a new entry, the field for the result comes last, because choosing a
 * result saves the form; for a saved entry, it is at the top.
 */
export function CallForm({ form, person, isNew }: CallFormProps): ReactElement {
  const { t } = useLingui();
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <Form form={form} id={FORM} className={styles.form}>
      <ErrorSummary
        form={form}
        labels={{
          contact_id: t`With`,
          result: t`Result`,
          follow_up_at: t`Next contact`,
          at: t`When`,
          minutes: t`Duration`,
          note: t`Note`,
        }}
      />
      {person}
      {isNew && (
        <ChipGroup
          aria-label={t`Type`}
          wrap
          value={kind}
          chips={interactionKinds.map((key) => ({ key, label: t(taskTypeLabels[key]) }))}
          onChange={(key) => setCallValues(form, withKind(form.getValues(), key as InteractionKind))}
        />
      )}
      {!isNew && <ResultField form={form} />}
      {!isNew && <FollowUpField form={form} />}
      {kind !== 'meet' && <Direction form={form} kind={kind} />}
      <CallTime form={form} />
      {kind !== 'message' && <DurationField form={form} />}
      <NoteField form={form} />
      {isNew && <FollowUpField form={form} />}
      {isNew && <SaveResultField form={form} />}
    </Form>
  );
}

type PartProps = Pick<CallFormProps, 'form'>;

function Direction({ form, kind }: PartProps & { kind: InteractionKind }): ReactElement {
  const { t } = useLingui();
  const labelOf = useDirectionLabels();
  return (
    <FormChipField
      control={form.control}
      name="direction"
      label={t`Who got in touch`}
      chips={(['out', 'in'] as const).map((key) => ({ key, label: labelOf(kind, key) }))}
    />
  );
}

function CallTime({ form }: PartProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  return <FormInstantField control={form.control} name="at" label={t`When`} max={toDateTimeInput(store.now())} />;
}
