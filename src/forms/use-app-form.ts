import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  useForm,
  type UseFormReturn,
} from 'react-hook-form';
import type { ErrorCode } from '../../contract/errors.ts';
import type { z } from '../../contract/zod.ts';
import type { FailureCode } from '../components/error/error-messages.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { useWriteError } from './use-write-error.ts';
import { type ErrorCodes, showServerErrors } from './server-errors.ts';

/**
 * The schema of a form: validates the field values and converts them to the data to save. Its messages are error codes.
 */
export type FormSchema<Values extends FieldValues, Output> = z.ZodMiniType<Output, Values>;

export interface AppFormOptions<Values extends FieldValues, Output> {
  schema: FormSchema<Values, Output>;
  initial: Values;
  /** When a field is first validated: when it loses the focus (default), or on the first submit. */
  mode?: 'onTouched' | 'onSubmit';
  /** Error codes of a write that the server refused, shown when the form opens. */
  refused?: ErrorCodes | undefined;
  /**
   * Returns the fields to which a rejection refers, each with an error code. If there is no such field, the rejection
   * becomes the form's `failure`.
   */
  rejectedFields?: (code: ErrorCode, values: Values) => ErrorCodes;
  /** Called when an invalid form is submitted, instead of focusing the first invalid field. */
  onInvalid?: (errors: FieldErrors<Values>) => void;
  /** Saves the output of the schema. A returned failure is shown in the form; a thrown error is shown as a toast. */
  onSubmit: (output: Output, values: Values) => Promise<FailureCode | null | void>;
}

export type AppForm<Values extends FieldValues, Output = Values> = UseFormReturn<Values, unknown, Output> & {
  /** Validates and saves. Does nothing while another submit is in progress. The first invalid field gets the focus. */
  submit: (event?: SubmitEvent) => Promise<void>;
  isSaving: boolean;
  /** Why the last submit failed; null if a field shows the error. */
  failure: FailureCode | null;
  setFailure: (failure: FailureCode | null) => void;
};

type SubmitEvent = { preventDefault(): void; stopPropagation(): void };

/**
 * Creates a form; all forms of the app use this hook. A field is validated when it loses focus after a change, and from
 * then on at every change. A submit validates all fields.
 */
export function useAppForm<Values extends FieldValues, Output>(
  options: AppFormOptions<Values, Output>,
): AppForm<Values, Output> {
  const { schema, initial, mode = 'onTouched', refused, rejectedFields, onInvalid, onSubmit } = options;
  const form = useForm<Values, unknown, Output>({
    defaultValues: initial as DefaultValues<Values>,
    mode,
    shouldFocusError: !onInvalid,
    resolver: zodResolver<Values, unknown, Output, FormSchema<Values, Output>>(schema),
  });
  const [failure, setFailure] = useState<FailureCode | null>(null);
  const toastError = useWriteError();
  const isBusy = useRef(false);
  const [isSaving, setSaving] = useState(false);
  const showRefused = useEffectEvent(() => {
    if (refused) showServerErrors(form, refused, false);
  });
  useEffect(() => showRefused(), []);
  useCrossFieldChecks(form);
  const save = async (output: Output): Promise<void> => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSaving(true);
    const values = form.getValues();
    try {
      const failed = await onSubmit(output, values);
      if (!failed) return;
      const codes = failed.why === 'refused' ? rejectedFields?.(failed.code, values) : undefined;
      // If the code belongs to several fields, the user cannot see which of them is wrong. The failure is then also
      // shown above the form.
      if (!codes || showServerErrors(form, codes) !== 1) setFailure(failed);
    } catch (error) {
      const codes = fieldErrorsOf(error);
      if (!codes || showServerErrors(form, codes) === 0) toastError(error);
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };
  const submit = async (event?: SubmitEvent): Promise<void> => {
    event?.preventDefault();
    // When a form in a sheet is submitted, React also passes the event to the form that contains the sheet in the
    // component tree.
    event?.stopPropagation();
    setFailure(null);
    await form.handleSubmit(save, onInvalid)();
  };
  return { ...form, submit, isSaving, failure, setFailure };
}

/**
 * When a field changes, validates all other invalid fields again, because a field may have been invalid only in
 * combination with the changed field.
 */
function useCrossFieldChecks<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>): void {
  const { errors } = form.formState;
  const check = useEffectEvent((changed: string | undefined) => {
    const names = Object.keys(errors) as Path<Values>[];
    const others = names.filter((name) => name !== changed && errors[name]?.type !== 'server');
    if (others.length > 0) void form.trigger(others);
  });
  const { subscribe } = form;
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ name }) => check(name) }), [subscribe]);
}
