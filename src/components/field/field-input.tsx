import { useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { fromDateTimeInput, toDateTimeInput } from '../../lib/dates.ts';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { FieldKind, FieldLabel } from './field-label.ts';
import type { LabelContext } from './field-labels.ts';

export interface FieldInputProps {
  fieldInfo: FieldLabel;
  labelContext: LabelContext;
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
  errorMessage?: string | undefined;
  /** The values to offer; all values of the field if absent. */
  only?: readonly string[] | undefined;
  autoFocus?: boolean;
  /** Ref of the element that gets the focus. */
  ref?: ((element: HTMLElement | null) => void) | undefined;
}

const kindsEditedElsewhere: readonly FieldKind[] = ['other', 'consent', 'country', 'target', 'questions', 'images'];

/** Whether FieldInput can edit the field. Other fields can be edited only in the record's own form. */
export const isEditableHere = (fieldInfo: FieldLabel): boolean => !kindsEditedElsewhere.includes(fieldInfo.kind);

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Phone {
  number: string;
  label: string;
}

const phonesOf = (value: unknown): Phone[] => (Array.isArray(value) ? (value as Phone[]) : []);

/** Parses a list with one item per line. Unchanged phone numbers keep their labels. */
function listOf(fieldInfo: FieldLabel, text: string, before: unknown): unknown {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (fieldInfo.kind === 'lines') return lines;
  const labels = new Map(phonesOf(before).map(({ number, label }) => [number, label]));
  return lines.map((line) => {
    const number = /^\+?[\d\s()./-]+$/.test(line) ? line.replace(/[\s()./-]/g, '') : line;
    return { number, label: labels.get(number) ?? labels.get(line) ?? '' };
  });
}

function listText(fieldInfo: FieldLabel, value: unknown): string {
  const lines = fieldInfo.kind === 'phones' ? phonesOf(value).map(({ number }) => number) : (value as string[] | null);
  return Array.isArray(lines) ? lines.join('\n') : '';
}

function ListInput({ fieldInfo, label, value, onChange, errorMessage, ref }: FieldInputProps): ReactElement {
  const { t } = useLingui();
  const [text, setText] = useState(() => listText(fieldInfo, value));
  const [before] = useState(value);
  const change = (next: string): void => {
    setText(next);
    onChange(listOf(fieldInfo, next, before));
  };
  return (
    <TextArea
      label={label}
      description={t`One per line`}
      value={text}
      onChange={change}
      ref={ref}
      {...(errorMessage && { errorMessage })}
    />
  );
}

function ChoiceInput({ fieldInfo, labelContext, value, onChange, only, ...shared }: FieldInputProps): ReactElement {
  const { t } = useLingui();
  if (fieldInfo.kind === 'flag') {
    const options = [
      { value: 'yes', label: t`Yes` },
      { value: 'no', label: t`No` },
    ];
    const chosen = value === true ? 'yes' : 'no';
    return <SelectField {...shared} options={options} value={chosen} onChange={(next) => onChange(next === 'yes')} />;
  }
  if (fieldInfo.kind === 'category') {
    const options = [...labelContext.categories].map(([id, name]) => ({ value: id, label: name }));
    const placeholder = t({ message: 'None', context: 'no category' });
    return (
      <SelectField
        {...shared}
        options={options}
        placeholder={placeholder}
        value={asText(value)}
        onChange={(next) => onChange(next === '' ? null : next)}
      />
    );
  }
  const offeredChoices = Object.entries(fieldInfo.choices ?? {}).filter(([key]) => !only || only.includes(key));
  const options = offeredChoices.map(([key, name]) => ({ value: key, label: t(name) }));
  return <SelectField {...shared} options={options} value={asText(value)} onChange={onChange} />;
}

/** The control for one field of a write. The type of the value determines the kind of control. */
export function FieldInput(props: FieldInputProps): ReactElement | null {
  const { fieldInfo, label, value, onChange, errorMessage, autoFocus = false, ref } = props;
  const plain = { label, ref, ...(errorMessage !== undefined && { errorMessage }) };
  const orNull = (next: string): void => onChange(next === '' && fieldInfo.isNullable ? null : next);
  switch (fieldInfo.kind) {
    case 'text':
      return <TextField {...plain} autoFocus={autoFocus} value={asText(value)} onChange={orNull} />;
    case 'long':
      return <TextArea {...plain} autoFocus={autoFocus} value={asText(value)} onChange={orNull} />;
    case 'phones':
    case 'lines':
      return <ListInput {...props} />;
    case 'date':
      return <DateTimeField {...plain} type="date" value={asText(value)} onChange={orNull} />;
    case 'instant':
      return (
        <DateTimeField
          {...plain}
          value={toDateTimeInput(asText(value))}
          onChange={(next) => orNull(fromDateTimeInput(next))}
        />
      );
    case 'minutes':
      return (
        <TextField
          {...plain}
          type="number"
          inputMode="numeric"
          value={typeof value === 'number' ? String(Math.round(value / 60)) : ''}
          onChange={(next) => onChange(Math.round(Number(next) * 60))}
        />
      );
    case 'flag':
    case 'choice':
    case 'category':
      return <ChoiceInput {...props} />;
    default:
      return null;
  }
}
