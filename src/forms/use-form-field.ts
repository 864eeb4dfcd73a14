import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  type RefCallBack,
  useController,
} from 'react-hook-form';
import { errorText } from '../components/error/error-text.tsx';

/** A press that ends the typing must not find its button moved by a message that came in between. */
export const AFTER_BLUR_MS = 150;

/** Texts for error codes that say more than the common ones. */
export type ErrorTexts = Readonly<Record<string, MessageDescriptor>>;

/** Binds a field component to a field of a form whose value is a `Value`. */
export interface FieldBinding<Values extends FieldValues, Output, Value> {
  control: Control<Values, unknown, Output>;
  name: FieldPathByValue<Values, Value>;
  errorTexts?: ErrorTexts | undefined;
}

export interface FormField {
  name: string;
  value: unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  /** Of the element that takes the focus when the field is invalid. */
  ref: RefCallBack;
  errorMessage: string | undefined;
}

/** The text of an error code: the field's own, or the common one. */
export function useErrorText(): (code: string | undefined, own?: ErrorTexts) => string | undefined {
  const { t } = useLingui();
  return (code, own) => (code === undefined ? undefined : t(own?.[code] ?? errorText(code)));
}

/** What a control needs of the field that it shows. */
export function useFormField<Values extends FieldValues, Output, Value>({
  control,
  name,
  errorTexts,
}: FieldBinding<Values, Output, Value>): FormField {
  const { field, fieldState, formState } = useController({ control, name });
  const errorTextOf = useErrorText();
  // A field that was only passed through is not judged before the form is submitted.
  const isJudged = fieldState.isDirty || formState.isSubmitted;
  return {
    name,
    value: field.value,
    onChange: (value) => field.onChange(value),
    onBlur: () => void (isJudged && setTimeout(field.onBlur, AFTER_BLUR_MS)),
    ref: field.ref,
    errorMessage: errorTextOf(fieldState.error?.message, errorTexts),
  };
}

/** The value of a text field, whatever the draft of an older version holds. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
