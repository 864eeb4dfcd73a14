import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactElement, Ref } from 'react';
import { z } from '../../../contract/zod.ts';
import { useErrorText } from '../../forms/use-form-field.ts';
import { fromDateTimeInput } from '../../lib/dates.ts';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import styles from './tasks.module.css';

/** Local times between which the work was done. Both are one field of the form, because an error concerns both. */
export interface WorkedInterval {
  from: string;
  to: string;
}

const isComplete = ({ from, to }: WorkedInterval): boolean =>
  fromDateTimeInput(from) !== '' && fromDateTimeInput(to) !== '';

export const workedIntervalSchema = z.object({ from: z.string(), to: z.string() });

export const completeIntervalSchema = workedIntervalSchema.check(z.refine(isComplete, { error: 'fill_both' }));

const errorTexts = {
  fill_both: msg`Please, fill both fields`,
  slice_invalid: msg`Incorrect time from and time to`,
};

export interface WorkedFieldsProps {
  value: WorkedInterval;
  onChange: (worked: WorkedInterval) => void;
  /** Code of the error to show, if there is one. */
  code: string | undefined;
  ref: Ref<HTMLElement>;
}

/** The two fields for the start and end of the work. */
export function WorkedFields({ value, onChange, code, ref }: WorkedFieldsProps): ReactElement {
  const { t } = useLingui();
  const errorTextOf = useErrorText();
  return (
    <FieldGroup errorMessage={errorTextOf(code, errorTexts)}>
      <div className={styles.pair} data-wide="true">
        <DateTimeField
          label={t`Worked from`}
          value={value.from}
          ref={ref}
          onChange={(from) => onChange({ ...value, from })}
        />
        <DateTimeField label={t`Worked to`} value={value.to} onChange={(to) => onChange({ ...value, to })} />
      </div>
    </FieldGroup>
  );
}
