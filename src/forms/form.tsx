import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import type { ReactElement, ReactNode } from 'react';
import { type Control, type FieldErrors, type FieldValues, useFormState } from 'react-hook-form';
import type { TextOverrides } from '../components/error/error-messages.ts';
import { ErrorNotice } from '../components/error/error-notice.tsx';
import { Banner } from '../ui/banner.tsx';
import { Button, type ButtonProps } from '../ui/button.tsx';
import type { AppForm } from './use-app-form.ts';

export interface FormProps<Values extends FieldValues, Output> {
  form: AppForm<Values, Output>;
  /** Id of the form element, for a submit button outside the form. */
  id?: string;
  className?: string | undefined;
  'aria-label'?: string;
  /** Replaces the default texts of failures that belong to no field. */
  failureTexts?: TextOverrides;
  children: ReactNode;
}

/** Renders the form element, with the failure of the last submit above the fields. */
export function Form<Values extends FieldValues, Output>(props: FormProps<Values, Output>): ReactElement {
  const { form, failureTexts, children, ...attributes } = props;
  return (
    <form {...attributes} noValidate onSubmit={(event) => void form.submit(event)}>
      {form.failure && <ErrorNotice error={form.failure} {...(failureTexts && { text: failureTexts })} />}
      {children}
    </form>
  );
}

/** Returns the error codes of a form by field path. */
export function errorCodes(errors: FieldErrors, path = ''): Record<string, string> {
  const codes: Record<string, string> = {};
  for (const [name, error] of Object.entries(errors)) {
    if (!error || typeof error !== 'object') continue;
    const at = path === '' ? name : `${path}.${name}`;
    if ('type' in error && typeof error.message === 'string') codes[at] = error.message;
    else Object.assign(codes, errorCodes(error as FieldErrors, at));
  }
  return codes;
}

const missingCodes = new Set(['required', 'empty', 'phone_or_email']);

/** Whether an error code means that a required field is empty. */
export const isMissing = (code: string): boolean => missingCodes.has(code);

export interface RequiredNoticeProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  title: string;
}

/** A notice that is shown after a submit while required fields are empty. */
export function RequiredNotice<Values extends FieldValues, Output>({
  control,
  title,
}: RequiredNoticeProps<Values, Output>): ReactElement | null {
  const { errors, isSubmitted } = useFormState({ control });
  if (!isSubmitted || !Object.values(errorCodes(errors)).some(isMissing)) return null;
  return <Banner tone="need" role="alert" icon={<IconAlertCircle />} title={title} />;
}

/** A submit button that is pending while the form is being saved. */
export function SubmitButton({
  form,
  ...button
}: Omit<ButtonProps, 'form' | 'type' | 'onPress' | 'isPending'> & { form: { isSaving: boolean } }): ReactElement {
  return <Button {...button} type="submit" isPending={form.isSaving} />;
}
