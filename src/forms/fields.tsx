import type { ReactElement } from 'react';
import type { FieldValues } from 'react-hook-form';
import { fromDateTimeInput, toDateTimeInput } from '../lib/dates.ts';
import { Checkbox, type CheckboxProps } from '../ui/checkbox.tsx';
import { ChipGroup, type ChipGroupProps } from '../ui/chips.tsx';
import { DateTimeField, type DateTimeFieldProps } from '../ui/date-time-field.tsx';
import { ComboField, type ComboFieldProps } from '../ui/combo-field.tsx';
import { ChipField, type ChipFieldProps } from '../ui/field-group.tsx';
import { RadioCards, type RadioCardsProps } from '../ui/radio-cards.tsx';
import { SelectField, type SelectFieldProps } from '../ui/select-field.tsx';
import { Switch, type SwitchProps } from '../ui/switch.tsx';
import { TextArea, type TextAreaProps } from '../ui/text-area.tsx';
import { PasswordField, type PasswordFieldProps, TextField, type TextFieldProps } from '../ui/text-field.tsx';
import { asText, type FieldBinding, useFormField } from './use-form-field.ts';

type FromForm = 'name' | 'value' | 'onChange' | 'onBlur' | 'ref' | 'errorMessage';

/** The props of a UI control whose value comes from a form field. */
type FieldProps<Values extends FieldValues, Output, Value, Control> = Omit<Control, FromForm> &
  FieldBinding<Values, Output, Value> & {
    /** Called after the form has received the new value. */
    onChange?: (value: string) => void;
  };

/** Binds a form field to a control that edits text. */
function useTextual<Values extends FieldValues, Output>(
  binding: FieldBinding<Values, Output, string>,
  changed?: (value: string) => void,
) {
  const field = useFormField(binding);
  const onChange = (value: string): void => {
    field.onChange(value);
    changed?.(value);
  };
  return { ...field, value: asText(field.value), onChange };
}

type Textual<Values extends FieldValues, Output, Control> = FieldProps<Values, Output, string, Control>;

/** A form field for one line of text. */
export function FormTextField<Values extends FieldValues, Output>({
  control,
  name,
  errorTexts,
  onChange,
  onLeave,
  ...own
}: Textual<Values, Output, TextFieldProps> & { onLeave?: () => void }): ReactElement {
  const field = useTextual({ control, name, errorTexts }, onChange);
  const onBlur = (): void => {
    field.onBlur();
    onLeave?.();
  };
  return <TextField {...own} {...field} onBlur={onBlur} />;
}

/** A form field for a password that can be revealed. */
export function FormPasswordField<Values extends FieldValues, Output>({
  control,
  name,
  errorTexts,
  onChange,
  ...own
}: Textual<Values, Output, PasswordFieldProps>): ReactElement {
  return <PasswordField {...own} {...useTextual({ control, name, errorTexts }, onChange)} />;
}

/** A form field for several lines of text. */
export function FormTextArea<Values extends FieldValues, Output>({
  control,
  name,
  errorTexts,
  onChange,
  ...own
}: Textual<Values, Output, TextAreaProps>): ReactElement {
  return <TextArea {...own} {...useTextual({ control, name, errorTexts }, onChange)} />;
}

/** A form field that selects one of many options. */
export function FormSelectField<Values extends FieldValues, Output>({
  control,
  name,
  errorTexts,
  onChange,
  ...own
}: Textual<Values, Output, SelectFieldProps>): ReactElement {
  return <SelectField {...own} {...useTextual({ control, name, errorTexts }, onChange)} />;
}

/** A form field that selects one of many options, which the user can search by typing. */
export function FormComboField<Values extends FieldValues, Output>({
  control,
  name,
  errorTexts,
  onChange,
  ...own
}: Textual<Values, Output, ComboFieldProps>): ReactElement {
  return <ComboField {...own} {...useTextual({ control, name, errorTexts }, onChange)} />;
}

/**
 * A form field for a date, a time or both. Its value is the local time as text, in the same format as that of the
 * control.
 */
export function FormDateTimeField<Values extends FieldValues, Output>({
  control,
  name,
  errorTexts,
  onChange,
  ...own
}: Textual<Values, Output, DateTimeFieldProps>): ReactElement {
  return <DateTimeField {...own} {...useTextual({ control, name, errorTexts }, onChange)} />;
}

/** A form field for a date and time. Its value is an ISO instant, or empty while the input is incomplete. */
export function FormInstantField<Values extends FieldValues, Output>({
  control,
  name,
  errorTexts,
  onChange,
  ...own
}: Textual<Values, Output, DateTimeFieldProps>): ReactElement {
  const field = useTextual({ control, name, errorTexts }, onChange);
  const set = (input: string): void => field.onChange(fromDateTimeInput(input));
  return <DateTimeField {...own} {...field} value={toDateTimeInput(field.value)} onChange={set} />;
}

/** A form field that selects one of a few options, each on a card. */
export function FormRadioCards<Values extends FieldValues, Output>({
  control,
  name,
  errorTexts,
  onChange,
  ...own
}: Textual<Values, Output, RadioCardsProps>): ReactElement {
  const { name: _, ...field } = useTextual({ control, name, errorTexts }, onChange);
  return <RadioCards {...own} {...field} />;
}

/** A form field that selects one of a few short options. */
export function FormChips<Values extends FieldValues, Output>({
  control,
  name,
  onChange,
  ...own
}: Omit<Textual<Values, Output, ChipGroupProps>, 'errorTexts'>): ReactElement {
  const { value, ref, onChange: change } = useTextual({ control, name }, onChange);
  return <ChipGroup {...own} value={value} onChange={change} ref={ref} />;
}

/** FormChips with a label and an error message. */
export function FormChipField<Values extends FieldValues, Output>({
  control,
  name,
  errorTexts,
  onChange,
  ...own
}: Textual<Values, Output, ChipFieldProps>): ReactElement {
  const { value, ref, errorMessage, onChange: change } = useTextual({ control, name, errorTexts }, onChange);
  return <ChipField {...own} value={value} onChange={change} ref={ref} errorMessage={errorMessage} />;
}

/** A form field with a checkbox. */
export function FormCheckbox<Values extends FieldValues, Output>({
  control,
  name,
  errorTexts,
  ...own
}: Omit<CheckboxProps, 'isChecked' | FromForm> & FieldBinding<Values, Output, boolean>): ReactElement {
  const { value, onChange, ref, errorMessage } = useFormField({ control, name, errorTexts });
  return <Checkbox {...own} isChecked={value === true} onChange={onChange} ref={ref} errorMessage={errorMessage} />;
}

/** A form field with a switch. Its value takes effect when the form is saved. */
export function FormSwitch<Values extends FieldValues, Output>({
  control,
  name,
  ...own
}: Omit<SwitchProps, 'isOn' | 'onChange'> & FieldBinding<Values, Output, boolean>): ReactElement {
  const { value, onChange } = useFormField({ control, name });
  return <Switch {...own} isOn={value === true} onChange={onChange} />;
}
