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

/**
 * Delay in ms between a blur and the validation of the field. Pressing a button also blurs the field, and an error
 * message that appeared at once would move the button away before the press takes effect.
 */
export const AFTER_BLUR_MS = 150;

/** Texts for error codes, which replace the general texts of these codes in one field. */
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
  /** Ref of the element that gets the focus when the field is invalid. */
  ref: RefCallBack;
  errorMessage: string | undefined;
}

/**
 * Returns a function that returns the text for an error code: the text in `own` or, if there is none, the general text.
 */
export function useErrorText(): (code: string | undefined, own?: ErrorTexts) => string | undefined {
  const { t } = useLingui();
  return (code, own) => (code === undefined ? undefined : t(own?.[code] ?? errorText(code)));
}

/** Returns the props that a control needs to show a form field. */
export function useFormField<Values extends FieldValues, Output, Value>({
  control,
  name,
  errorTexts,
}: FieldBinding<Values, Output, Value>): FormField {
  const { field, fieldState, formState } = useController({ control, name });
  const errorTextOf = useErrorText();
  // A field that was left unchanged is not validated before the form is submitted.
  const shouldValidate = fieldState.isDirty || formState.isSubmitted;
  return {
    name,
    value: field.value,
    onChange: (value) => field.onChange(value),
    onBlur: () => void (shouldValidate && setTimeout(field.onBlur, AFTER_BLUR_MS)),
    ref: field.ref,
    errorMessage: errorTextOf(fieldState.error?.message, errorTexts),
  };
}

/**
 * Returns the value if it is a string, otherwise an empty string. A draft of an older version may contain values of any
 * type.
 */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
