import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { Lang } from '../../../contract/fields.ts';
import type { Failure } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import { EmptyNotice, ErrorNotice } from '../../components/error/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import styles from './login.module.css';
import { useCompleteLogin } from './use-complete-login.ts';

const failureTexts = { offline: msg`You need to be online to log in. After that, everything works offline.` };

/** Reads the values from the DOM, since values filled in by a password manager may not reach React's state. */
function readForm(form: HTMLFormElement): { username: string; password: string } {
  const data = new FormData(form);
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { username: text('username').trim(), password: text('password') };
}

type LoginError = Failure | 'empty' | null;

interface Login {
  failure: LoginError;
  isPending: boolean;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

function useLogin(language: Lang | null): Login {
  const [failure, setFailure] = useState<LoginError>(null);
  const { isPending, completeLogin } = useCompleteLogin();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isPending) return;
    const credentials = readForm(event.currentTarget);
    const isEmpty = credentials.username === '' || credentials.password === '';
    setFailure(isEmpty ? 'empty' : null);
    if (!isEmpty) void completeLogin(() => sync.login({ ...credentials, language })).then(setFailure);
  };
  return { failure, isPending, submit };
}

/**
 * The login form with email or phone, and password. `language` is the language that was chosen on this page and is sent
 * with the login.
 */
export function LoginForm({ language }: { language: Lang | null }): ReactElement {
  const { t } = useLingui();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const { failure, isPending, submit } = useLogin(language);
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`Log in`}>
      {failure === 'empty' ? <EmptyNotice /> : failure && <ErrorNotice error={failure} text={failureTexts} />}
      <TextField
        label={t`Email or phone`}
        name="username"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={username}
        onChange={setUsername}
      />
      <PasswordField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        value={password}
        onChange={setPassword}
      />
      <Button type="submit" wide isPending={isPending}>
        {t`Log in`}
      </Button>
    </form>
  );
}
