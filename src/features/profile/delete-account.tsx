import { isEmployee } from '../../../contract/roles.ts';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type FormEvent, type ReactElement, type ReactNode, useState } from 'react';
import type { Done, Failure } from '../../bridge/sync-api.ts';
import { sync } from '../../bridge/sync.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { formatLongDate } from '../../lib/dates.ts';
import { log } from '../../lib/log.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './profile.module.css';
import { savedMe } from './queries.ts';

const words = { offline: msg`You need to be online.` };

async function attempt(ask: () => Promise<Done>): Promise<Done> {
  try {
    return await ask();
  } catch (error) {
    log.warn('the account was not changed', error);
    return { ok: false, why: 'no_answer' };
  }
}

/** The wish is noted: until the day it can be taken back. */
function WillGo({ at }: { at: string }): ReactElement {
  const { t } = useLingui();
  const [fault, setFault] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const day = formatLongDate(at);
  const keep = async (): Promise<void> => {
    setPending(true);
    const result = await attempt(() => sync.account('keepAccount'));
    setPending(false);
    setFault(result.ok ? null : result);
    if (result.ok) toast(t`Your account will be kept`, { tone: 'ok' });
  };
  return (
    <>
      {fault && <ErrorNotice error={fault} text={words} />}
      <Banner
        tone="need"
        icon={<IconTrash />}
        title={<Trans>Your account will be deleted on {day}</Trans>}
        action={
          <Button small variant="soft" isPending={isPending} onPress={() => void keep()}>
            <Trans>Keep account</Trans>
          </Button>
        }
      />
    </>
  );
}

function PasswordSheet({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<'required' | 'wrong_password' | null>(null);
  const [fault, setFault] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const ask = async (): Promise<void> => {
    setPending(true);
    const result = await attempt(() => sync.account('deleteAccount', password));
    setPending(false);
    if (result.ok) return onClose();
    const isWrong = result.why === 'refused' && result.code === 'wrong_password';
    setCode(isWrong ? 'wrong_password' : null);
    setFault(isWrong ? null : result);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    setFault(null);
    setCode(password === '' ? 'required' : null);
    if (password !== '') void ask();
  };
  return (
    <Sheet isOpen onClose={onClose} title={t`Delete my account`} closesOutside={false}>
      <form className={styles.form} onSubmit={submit} noValidate>
        {fault && <ErrorNotice error={fault} text={words} />}
        <PasswordField
          label={t`Password`}
          description={t`To confirm it is you`}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          errorMessage={code ? t(errorText(code)) : undefined}
        />
        <Button type="submit" variant="danger" wide isPending={isPending}>
          {t`Delete my account`}
        </Button>
      </form>
    </Sheet>
  );
}

/** Asked twice: what it means, then the password. Employees are taken away by their manager. */
export function DeleteAccount(): ReactNode {
  const { t } = useLingui();
  const store = useStore();
  const me = useLiveQuery(() => savedMe(store), [store]);
  const [step, setStep] = useState<'none' | 'first' | 'second'>('none');
  if (!me || isEmployee(me)) return null;
  if (me.delete_at) return <WillGo at={me.delete_at} />;
  return (
    <>
      <Button variant="plain" icon={<IconTrash aria-hidden="true" />} onPress={() => setStep('first')}>
        {t`Delete my account`}
      </Button>
      <ConfirmDialog
        isOpen={step === 'first'}
        onClose={() => setStep('none')}
        onConfirm={() => setStep('second')}
        title={t`Delete your account?`}
        confirmLabel={t`Continue`}
        isDanger
      >
        <Trans>
          After 30 days, your name, contacts and all other personal data are erased for good. Until then, you can log in
          and keep your account.
        </Trans>
      </ConfirmDialog>
      {step === 'second' && <PasswordSheet onClose={() => setStep('none')} />}
    </>
  );
}
