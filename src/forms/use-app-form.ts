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
import { fieldErrorsOf, useWriteError } from './use-write-error.ts';
import { type ErrorCodes, showServerErrors } from './server-errors.ts';

/** What a form is checked by: from the values of its fields to what is saved. Its messages are error codes. */
export type FormSchema<Values extends FieldValues, Output> = z.ZodMiniType<Output, Values>;

export interface AppFormOptions<Values extends FieldValues, Output> {
  schema: FormSchema<Values, Output>;
  initial: Values;
  /** When a field is checked first: when it is left (by default), or not before the first submit. */
  mode?: 'onTouched' | 'onSubmit';
  /** Error codes of a write that the server refused, shown when the form opens. */
  refused?: ErrorCodes | undefined;
  /** Fields that a refusal is about. A code without a field is the form's `failure`. */
  fieldsOf?: (code: ErrorCode, values: Values) => ErrorCodes;
  /** Called by a submit of an invalid form instead of focusing the first invalid field. */
  onInvalid?: (errors: FieldErrors<Values>) => void;
  /** Saves what the schema made of the values. A failure that it returns is shown; what it throws is a toast. */
  onSubmit: (output: Output, values: Values) => Promise<FailureCode | null | void>;
}

export type AppForm<Values extends FieldValues, Output = Values> = UseFormReturn<Values, unknown, Output> & {
  /** Checks and saves, one at a time. The first invalid field takes the focus. */
  submit: (event?: SubmitEvent) => Promise<void>;
  isSaving: boolean;
  /** Why the last submit failed, where no field is to blame. */
  failure: FailureCode | null;
  setFailure: (failure: FailureCode | null) => void;
};

type SubmitEvent = { preventDefault(): void; stopPropagation(): void };

/**
 * The one way to make a form. A field is checked when it is left after a change, then on every change; all of them on
 * submit.
 */
export function useAppForm<Values extends FieldValues, Output>(
  options: AppFormOptions<Values, Output>,
): AppForm<Values, Output> {
  const { schema, initial, mode = 'onTouched', refused, fieldsOf, onInvalid, onSubmit } = options;
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
      const codes = failed.why === 'refused' ? fieldsOf?.(failed.code, values) : undefined;
      // Of several fields the server does not say which one it is, so the failure stands above them, too.
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
    // React passes an event of a sheet on to the form around it.
    event?.stopPropagation();
    setFailure(null);
    await form.handleSubmit(save, onInvalid)();
  };
  return { ...form, submit, isSaving, failure, setFailure };
}

/** Checks the other invalid fields again when one changes: what makes them invalid may be the two together. */
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
