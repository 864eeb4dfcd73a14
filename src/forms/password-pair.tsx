import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { PASSWORD_MIN } from '../../contract/values.ts';
import { PasswordField } from '../ui/text-field.tsx';
import { errorText } from '../components/error/error-text.tsx';

export interface NewPasswordValues {
  password: string;
  repeat: string;
}

export const emptyPasswords: NewPasswordValues = { password: '', repeat: '' };

/** Code by field; `both_required` and `differs` are said here, the others everywhere. */
export type NewPasswordErrors = { [K in keyof NewPasswordValues]?: string };

/** What is wrong with a new password and its repeat. */
export function checkPasswords({ password, repeat }: NewPasswordValues): NewPasswordErrors {
  if (password === '' && repeat === '') return { password: 'required', repeat: 'required' };
  if (password === '') return { password: 'both_required' };
  if (repeat === '') return { repeat: 'both_required' };
  if (password.length < PASSWORD_MIN) return { password: 'password_short' };
  if (password.length > 128) return { password: 'too_long' };
  return password === repeat ? {} : { repeat: 'differs' };
}

export interface PasswordFieldsProps {
  value: NewPasswordValues;
  onChange: (value: NewPasswordValues) => void;
  errors: NewPasswordErrors;
}

/** A new password, twice. */
export function PasswordFields({ value, onChange, errors }: PasswordFieldsProps): ReactElement {
  const { t } = useLingui();
  const words = (code: string | undefined): string | undefined => {
    if (code === undefined) return undefined;
    if (code === 'both_required') return t`Please, fill both fields`;
    return code === 'differs' ? t`The passwords do not match` : t(errorText(code));
  };
  return (
    <>
      <PasswordField
        id="new-password"
        label={t`New password`}
        description={t`At least 8 characters. Several words are easy to remember and hard to guess.`}
        name="password"
        autoComplete="new-password"
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        errorMessage={words(errors.password)}
      />
      <PasswordField
        id="new-password-repeat"
        label={t`Repeat new password`}
        name="repeat"
        autoComplete="new-password"
        value={value.repeat}
        onChange={(repeat) => onChange({ ...value, repeat })}
        errorMessage={words(errors.repeat)}
      />
    </>
  );
}

/** Moves to the first field that is wrong. */
export function focusPasswordError(errors: NewPasswordErrors): void {
  const id = errors.password ? 'new-password' : errors.repeat ? 'new-password-repeat' : null;
  if (id) document.getElementById(id)?.focus();
}
