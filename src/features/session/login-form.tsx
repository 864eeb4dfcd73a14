import { useLingui } from '@lingui/react/macro';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { Lang } from '../../../contract/fields.ts';
import type { Failure } from '../../bridge/sync-api.ts';
import { sync } from '../../bridge/sync.ts';
import { useApp } from '../../cards/app-context.tsx';
import { log } from '../../lib/log.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { loginFault } from './login-words.ts';
import styles from './login.module.css';

/** What a password manager typed may not have reached React: the form itself is asked. */
function typed(form: HTMLFormElement): { username: string; password: string } {
  const data = new FormData(form);
  const text = (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { username: text('username').trim(), password: text('password') };
}

type Fault = Failure | 'empty' | null;

interface Login {
  fault: Fault;
  isPending: boolean;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

function useLogin(language: Lang | null): Login {
  const { t } = useLingui();
  const { entered } = useApp();
  const [fault, setFault] = useState<Fault>(null);
  const [isPending, setPending] = useState(false);
  const logIn = async (credentials: { username: string; password: string }): Promise<void> => {
    setPending(true);
    setFault(null);
    try {
      const result = await sync.login({ ...credentials, language });
      if (!result.ok) return setFault(result);
      await entered(result);
      toast(t`Logged in`, { tone: 'ok' });
    } catch (error) {
      log.warn('the login broke off', error);
      setFault({ ok: false, why: 'no_answer' });
    } finally {
      setPending(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isPending) return;
    const credentials = typed(event.currentTarget);
    if (credentials.username === '' || credentials.password === '') setFault('empty');
    else void logIn(credentials);
  };
  return { fault, isPending, submit };
}

function FaultNotice({ fault }: { fault: Exclude<Fault, null> }): ReactElement {
  const { t } = useLingui();
  if (fault === 'empty')
    return <Banner tone="need" role="alert" icon={<IconAlertCircle />} title={t`Please, fill all fields`} />;
  const { title, help } = loginFault(fault);
  const isOurs = fault.why === 'refused';
  return (
    <Banner
      tone={isOurs ? 'need' : 'wait'}
      role="alert"
      icon={isOurs ? <IconAlertCircle /> : <IconWifiOff />}
      title={t(title)}
    >
      {help && t(help)}
    </Banner>
  );
}

/** E-mail or phone and password. `language` is what the person chose on this page, for the account to learn. */
export function LoginForm({ language }: { language: Lang | null }): ReactElement {
  const { t } = useLingui();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const { fault, isPending, submit } = useLogin(language);
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`Log in`}>
      {fault && <FaultNotice fault={fault} />}
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
