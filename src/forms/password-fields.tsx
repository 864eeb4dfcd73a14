import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { PASSWORD_MIN } from '../../contract/values.ts';
import { PasswordField } from '../ui/text-field.tsx';
import { errorText } from '../components/error/error-text.tsx';

export interface Pair {
  password: string;
  repeat: string;
}

export const noPair: Pair = { password: '', repeat: '' };

/** Code by field; `both_required` and `differs` are said here, the others everywhere. */
export type PairFaults = { [K in keyof Pair]?: string };

/** What is wrong with a new password and its repeat. */
export function checkPair({ password, repeat }: Pair): PairFaults {
  if (password === '' && repeat === '') return { password: 'required', repeat: 'required' };
  if (password === '') return { password: 'both_required' };
  if (repeat === '') return { repeat: 'both_required' };
  if (password.length < PASSWORD_MIN) return { password: 'password_short' };
  if (password.length > 128) return { password: 'too_long' };
  return password === repeat ? {} : { repeat: 'differs' };
}

export interface PasswordPairProps {
  value: Pair;
  onChange: (value: Pair) => void;
  faults: PairFaults;
}

/** A new password, twice. */
export function PasswordPair({ value, onChange, faults }: PasswordPairProps): ReactElement {
  const { t } = useLingui();
  const words = (code: string | undefined): string | undefined => {
    if (code === undefined) return undefined;
    if (code === 'both_required') return t`Please, fill both fields`;
    return code === 'differs' ? t`The two passwords are not the same` : t(errorText(code));
  };
  return (
    <>
      <PasswordField
        id="new-password"
        label={t`New password`}
        description={t`8 characters or more. Several words are easy to remember and hard to guess.`}
        name="password"
        autoComplete="new-password"
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        errorMessage={words(faults.password)}
      />
      <PasswordField
        id="new-password-repeat"
        label={t`New password again`}
        name="repeat"
        autoComplete="new-password"
        value={value.repeat}
        onChange={(repeat) => onChange({ ...value, repeat })}
        errorMessage={words(faults.repeat)}
      />
    </>
  );
}

/** Moves to the first field that is wrong. */
export function focusPair(faults: PairFaults): void {
  const id = faults.password ? 'new-password' : faults.repeat ? 'new-password-repeat' : null;
  if (id) document.getElementById(id)?.focus();
}
