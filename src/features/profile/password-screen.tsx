import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { Failure } from '../../bridge/sync-api.ts';
import { sync } from '../../bridge/sync.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { EmptyNotice, ErrorNotice } from '../../components/error/error-notice.tsx';
import {
  checkPasswords,
  focusPasswordError,
  emptyPasswords,
  type NewPasswordErrors,
  PasswordFields,
} from '../../forms/password-fields.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { log } from '../../lib/log.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './profile.module.css';

const words = { offline: msg`You need to be online to change your password. It is never stored on this device.` };

type Faults = NewPasswordErrors & { old?: 'required' | 'wrong_password' };

/** What a refusal says of a field. */
function faultsOf(failure: Failure): Faults | null {
  if (failure.why !== 'refused') return null;
  if (failure.code === 'wrong_password') return { old: 'wrong_password' };
  return failure.code === 'password_common' ? { password: 'password_common' } : null;
}

const focusOn = (faults: Faults): void => {
  if (faults.old) document.getElementById('old-password')?.focus();
  else focusPasswordError(faults);
};

function useChange() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [faults, setFaults] = useState<Faults>({});
  const [fault, setFault] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const show = (found: Faults): void => {
    setFaults(found);
    focusOn(found);
  };
  const refused = (failure: Failure): void => {
    const found = faultsOf(failure);
    if (found) show(found);
    else setFault(failure);
  };
  const save = async (old: string, password: string): Promise<void> => {
    setPending(true);
    setFault(null);
    try {
      const result = await sync.account('changePassword', old, password);
      if (!result.ok) return refused(result);
      toast(t`Password changed successfully`, { tone: 'ok' });
      await navigate({ to: '/profile/view' });
    } catch (error) {
      log.warn('the password was not changed', error);
      setFault({ ok: false, why: 'no_answer' });
    } finally {
      setPending(false);
    }
  };
  return { faults, show, fault, isPending, save };
}

function PasswordForm(): ReactElement {
  const { t } = useLingui();
  const [old, setOld] = useState('');
  const [pair, setPair] = useState(emptyPasswords);
  const { faults, show, fault, isPending, save } = useChange();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    const wrong: Faults = { ...(old === '' && { old: 'required' as const }), ...checkPasswords(pair) };
    show(wrong);
    if (Object.keys(wrong).length === 0) void save(old, pair.password);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`Password`}>
      {fault && <ErrorNotice error={fault} text={words} />}
      {(faults.old === 'required' || faults.password === 'required') && <EmptyNotice />}
      <PasswordField
        id="old-password"
        label={t`Current password`}
        name="old"
        autoComplete="current-password"
        value={old}
        onChange={setOld}
        errorMessage={faults.old ? t(errorText(faults.old)) : undefined}
      />
      <PasswordFields value={pair} onChange={setPair} errors={faults} />
      <div>
        <Button type="submit" isPending={isPending}>
          {t`Change password`}
        </Button>
      </div>
    </form>
  );
}

/** A new password. The other devices must log in again; what they have not sent stays on them. */
export function PasswordScreen(): ReactElement {
  const { t } = useLingui();
  return (
    <Screen title={t`Password`} back={{ href: '/profile/settings', label: t`Settings` }} narrow>
      <Card>
        <p className={styles.lead}>
          <Trans>Your other devices were logged out. Their unsent changes stay on them.</Trans>
        </p>
        <PasswordForm />
      </Card>
    </Screen>
  );
}
