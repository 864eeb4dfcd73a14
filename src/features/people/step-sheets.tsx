import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement, ReactNode } from 'react';
import { type Control, type FieldPathByValue, useWatch } from 'react-hook-form';
import type { Person } from '../../../contract/entities/person.ts';
import { isNameTyped } from '../../../contract/states/lead.ts';
import { closeReasons, leadRejectReasons } from '../../../contract/values.ts';
import { z } from '../../../contract/zod.ts';
import { closeReasonLabels, personName, rejectReasonLabels } from '../../components/person/person-labels.ts';
import { FormRadioCards, FormSelectField, FormTextArea, FormTextField } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { choiceField } from '../../forms/schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { closePerson, rejectPerson, removePerson } from './actions.ts';
import styles from './people.module.css';
import { findPossibleDuplicates } from './person-queries.ts';

export interface StepSheetProps {
  person: Person;
  onClose: () => void;
}

/** Minimum length of the explanation that the reason "other" requires. */
const MIN_REASON_CHARS = 3;

interface Reason {
  reason: string;
  text: string;
}

/** Requires an explanation for the reason "other". */
const explanationCheck = z.check<Reason>(
  ({ value, issues }) => {
    const length = value.text.trim().length;
    if (value.reason !== 'other' || length >= MIN_REASON_CHARS) return;
    issues.push({ code: 'custom', path: ['text'], message: length > 0 ? 'too_short' : 'required', input: value });
  },
  { when: () => true },
);

interface ReasonFieldProps<Values extends Reason, Output> {
  control: Control<Values, unknown, Output>;
  reason: FieldPathByValue<Values, string>;
  text: FieldPathByValue<Values, string>;
}

/** The field for the explanation of the reason "other". */
function ReasonField<Values extends Reason, Output>(props: ReasonFieldProps<Values, Output>): ReactElement {
  const { t } = useLingui();
  const reason: string = useWatch({ control: props.control, name: props.reason });
  return (
    <FormTextArea
      control={props.control}
      name={props.text}
      label={reason === 'other' ? t`Details` : t`Details (optional)`}
      maxLength={500}
    />
  );
}

/** The buttons of a sheet: Cancel, and the button that submits the form. */
function Buttons({ onClose, isSaving, children }: { onClose: () => void; isSaving: boolean; children: ReactNode }) {
  return (
    <>
      <Button variant="ghost" onPress={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button variant="danger" type="submit" form={FORM} isPending={isSaving}>
        {children}
      </Button>
    </>
  );
}

const FORM = 'step-form';

const rejectSchema = z
  .object({ reason: choiceField(z.enum(leadRejectReasons, { error: 'required' })), text: z.string() })
  .check(explanationCheck);

/** The sheet that returns a lead to the pool with a reason. */
export function RejectSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const form = useAppForm({
    schema: rejectSchema,
    initial: { reason: '', text: '' },
    onSubmit: async ({ reason, text }) => {
      if (await step(() => rejectPerson(store, person, reason, text), t`User rejected successfully`)) onClose();
    },
  });
  const { control } = form;
  const name = personName(person);
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={useWatch({ control, name: 'text' }) === ''}
      title={t`Reject ${name}?`}
      description={<Trans>They go back to waiting leads and will not be offered to you for 30 days.</Trans>}
      footer={
        <Buttons onClose={onClose} isSaving={form.isSaving}>
          <Trans context="a lead">Reject</Trans>
        </Buttons>
      }
    >
      <Form form={form} id={FORM} className={styles.form}>
        <FormRadioCards
          control={control}
          name="reason"
          label={t`Why?`}
          options={leadRejectReasons.map((value) => ({ value, title: t(rejectReasonLabels[value]) }))}
        />
        <ReasonField control={control} reason="reason" text="text" />
      </Form>
    </Sheet>
  );
}

interface CloseValues extends Reason {
  duplicate_of: string;
}

const closeSchema = z
  .object({
    reason: choiceField(z.enum(closeReasons, { error: 'required' })),
    text: z.string(),
    duplicate_of: z.string(),
  })
  .check(
    explanationCheck,
    z.check<CloseValues>(
      ({ value, issues }) => {
        if (value.reason !== 'duplicate' || value.duplicate_of !== '') return;
        issues.push({ code: 'custom', path: ['duplicate_of'], message: 'required', input: value });
      },
      { when: () => true },
    ),
  );

/** The sheet that closes a lead with a reason. Closing a lead also cancels its planned tasks. */
export function CloseSheet({ person, planned, onClose }: StepSheetProps & { planned: number }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const form = useAppForm({
    schema: closeSchema,
    initial: { reason: '', text: '', duplicate_of: '' },
    onSubmit: async ({ reason, text, duplicate_of }) => {
      const why = { reason, text, duplicate_of: reason === 'duplicate' ? duplicate_of : null };
      if (await step(() => closePerson(store, person, why), t`Lead settings updated`)) onClose();
    },
  });
  const { control } = form;
  const [reason, text] = useWatch({ control, name: ['reason', 'text'] });
  const name = personName(person);
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={text === ''}
      title={t`Close lead ${name}?`}
      description={
        planned > 0 && (
          <Plural
            value={planned}
            one="# open task with them will be cancelled."
            other="# open tasks with them will be cancelled."
          />
        )
      }
      footer={
        <Buttons onClose={onClose} isSaving={form.isSaving}>
          <Trans>Close lead</Trans>
        </Buttons>
      }
    >
      <Form form={form} id={FORM} className={styles.form}>
        <FormRadioCards
          control={control}
          name="reason"
          label={t`Why?`}
          options={closeReasons.map((value) => ({ value, title: t(closeReasonLabels[value]) }))}
        />
        {reason === 'duplicate' && <DuplicatePicker person={person} control={control} />}
        <ReasonField control={control} reason="reason" text="text" />
      </Form>
    </Sheet>
  );
}

interface DuplicatePickerProps<Output> {
  person: Person;
  control: Control<CloseValues, unknown, Output>;
}

/** Selects the person whom the removed person duplicates; the closest names are listed first. */
function DuplicatePicker<Output>({ person, control }: DuplicatePickerProps<Output>): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const duplicates = useLiveQuery(async () => findPossibleDuplicates(db, person), [db, person]);
  return (
    <FormSelectField
      control={control}
      name="duplicate_of"
      label={t`Who is this a duplicate of?`}
      placeholder={t`Choose`}
      options={(duplicates ?? []).map((duplicate) => ({
        value: duplicate.id,
        label: [personName(duplicate), duplicate.city, duplicate.phone].filter(Boolean).join(', '),
      }))}
    />
  );
}

/** The sheet that permanently removes a person. The user has to type the person's name, to prevent a mistake. */
export function RemoveSheet({ person, onClose }: StepSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const isNameRight = (typed: string): boolean => isNameTyped(person, typed);
  const form = useAppForm({
    schema: z.object({ typed: z.string().check(z.refine(isNameRight, { error: 'name_mismatch' })) }),
    initial: { typed: '' },
    onSubmit: async ({ typed }) => {
      if (await step(() => removePerson(store, person, typed), t`Deleted successfully`)) onClose();
    },
  });
  const name = personName(person);
  return (
    <Sheet
      isOpen
      onClose={onClose}
      closesOnOutsidePress={false}
      role="alertdialog"
      title={t`Remove ${name}?`}
      description={<Trans>They can no longer log in. Personal data is erased after 30 days.</Trans>}
      footer={
        <>
          <Button variant="ghost" onPress={onClose} autoFocus>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="danger" type="submit" form={FORM} isPending={form.isSaving}>
            <Trans context="a person, permanently">Remove</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id={FORM}>
        <FormTextField control={form.control} name="typed" label={t`Type ${name} to confirm`} autoComplete="off" />
      </Form>
    </Sheet>
  );
}
