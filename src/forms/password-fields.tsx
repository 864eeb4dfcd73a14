import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { type Control, type FieldPathByValue, type FieldValues, useWatch } from 'react-hook-form';
import { NewPassword } from '../../contract/passwords.ts';
import { LONG_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from '../../contract/values.ts';
import { z } from '../../contract/zod.ts';
import { FormPasswordField } from './fields.tsx';
import styles from './password-fields.module.css';
import { asText } from './use-form-field.ts';

/** The values of the fields for a new password and its repetition. */
export interface PasswordValues {
  password: string;
  repeat: string;
}

export const emptyPassword: PasswordValues = { password: '', repeat: '' };

/** Returns what is wrong with a new password and its repetition, as error codes by field. */
function passwordErrors({ password, repeat }: PasswordValues): Partial<PasswordValues> {
  if (password === '' && repeat === '') return { password: 'required', repeat: 'required' };
  if (password === '') return { password: 'fill_both' };
  const code = NewPassword.safeParse(password).error?.issues[0]?.message;
  const found = code === undefined ? {} : { password: code };
  if (repeat === '') return { ...found, repeat: 'fill_both' };
  return code !== undefined || password === repeat ? found : { repeat: 'differs' };
}

/**
 * Validates the two password fields as part of a form's schema. It runs even if other fields of the form are invalid.
 */
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

type Strength = 'none' | 'short' | 'enough' | 'long';

/** Only the length counts: rules about characters lead to passwords that are hard to remember and easy to guess. */
function strengthOf(password: string): Strength {
  if (password === '') return 'none';
  if (password.length < MIN_PASSWORD_CHARS) return 'short';
  return password.length < LONG_PASSWORD_CHARS ? 'enough' : 'long';
}

/** Shows while the user types whether a new password is long enough. */
function PasswordStrength({ password }: { password: string }): ReactElement {
  const { t } = useLingui();
  const strength = strengthOf(password);
  const texts: Record<Strength, string> = {
    none: '',
    short: t`Too short`,
    enough: t`Long enough. ${LONG_PASSWORD_CHARS} or more characters are safer.`,
    long: t`Long and safe`,
  };
  return (
    <div className={styles.strength} data-strength={strength}>
      <div className={styles.bars} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <p role="status">{texts[strength]}</p>
    </div>
  );
}

/** Two fields: one for a new password, with its strength, and one for its repetition. */
export function PasswordFields<Values extends FieldValues, Output>({
  control,
  password,
  repeat,
}: PasswordFieldsProps<Values, Output>): ReactElement {
  const { t } = useLingui();
  const typed = useWatch({ control, name: password });
  return (
    <>
      <FormPasswordField
        control={control}
        name={password}
        label={t`New password`}
        description={t`At least 8 characters. Several words are easy to remember and hard to guess.`}
        autoComplete="new-password"
      />
      <PasswordStrength password={asText(typed)} />
      <FormPasswordField control={control} name={repeat} label={t`Repeat new password`} autoComplete="new-password" />
    </>
  );
}
