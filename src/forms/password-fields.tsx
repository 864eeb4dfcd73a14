import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form';
import { NewPassword } from '../../contract/passwords.ts';
import { z } from '../../contract/zod.ts';
import { FormPasswordField } from './fields.tsx';

/** The values of a new password and its repeat. */
export interface PasswordValues {
  password: string;
  repeat: string;
}

export const emptyPassword: PasswordValues = { password: '', repeat: '' };

/** Returns what is wrong with a new password and its repeat, as error codes by field. */
function passwordErrors({ password, repeat }: PasswordValues): Partial<PasswordValues> {
  if (password === '' && repeat === '') return { password: 'required', repeat: 'required' };
  if (password === '') return { password: 'fill_both' };
  if (repeat === '') return { repeat: 'fill_both' };
  const code = NewPassword.safeParse(password).error?.issues[0]?.message;
  if (code !== undefined) return { password: code };
  return password === repeat ? {} : { repeat: 'differs' };
}

/** Validates the two password fields as part of a form's schema. Runs even if other fields of the form are invalid. */
export const passwordCheck = z.check<PasswordValues>(
  ({ value, issues }) => {
    for (const [name, message] of Object.entries(passwordErrors(value)))
      issues.push({ code: 'custom', path: [name], message, input: value });
  },
  { when: () => true },
);

export const passwordShape = { password: z.string(), repeat: z.string() };

export interface PasswordFieldsProps<Values extends FieldValues, Output> {
  control: Control<Values, unknown, Output>;
  password: FieldPathByValue<Values, string>;
  repeat: FieldPathByValue<Values, string>;
}

/** Two fields: a new password and its repeat. */
export function PasswordFields<Values extends FieldValues, Output>({
  control,
  password,
  repeat,
}: PasswordFieldsProps<Values, Output>): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <FormPasswordField
        control={control}
        name={password}
        label={t`New password`}
        description={t`At least 8 characters. Several words are easy to remember and hard to guess.`}
        autoComplete="new-password"
      />
      <FormPasswordField control={control} name={repeat} label={t`Repeat new password`} autoComplete="new-password" />
    </>
  );
}
