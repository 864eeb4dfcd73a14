import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { Email, Phone } from '../../../contract/fields.ts';
import type { Done, Failure } from '../../bridge/sync-api.ts';
import { sync } from '../../bridge/sync.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { readPhone } from '../../lib/phone.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonRow, Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './profile.module.css';
import { savedMe } from './queries.ts';
import { useSaving } from './use-saving.ts';

type What = 'email' | 'phone';

const words = { offline: msg`You need to be online to change this. A code confirms that it is yours.` };
const ofField = ['email_taken', 'phone_taken', 'wrong_code'];

async function attempt(ask: () => Promise<Done>): Promise<Done> {
  try {
    return await ask();
  } catch (error) {
    log.warn('the contact was not changed', error);
    return { ok: false, why: 'no_answer' };
  }
}

/** As it is kept, or the code of what is wrong with it. */
async function readValue(what: What, typed: string, country: string | null) {
  const text = typed.trim();
  if (text === '') return { fault: 'required' };
  if (what === 'email') return Email.safeParse(text).success ? { value: text } : { fault: 'email_invalid' };
  const number = await readPhone(text, country);
  return Phone.safeParse(number).success && number ? { value: number } : { fault: 'phone_invalid' };
}

const asContact = (what: What, value: string) => (what === 'email' ? { email: value } : { phone: value });

function useContactChange(what: What, country: string | null) {
  const { t } = useLingui();
  const navigate = useNavigate();
  /** What the code was sent for; null before. */
  const [sent, setSent] = useState<string | null>(null);
  const [wrong, setWrong] = useState<{ value?: string; code?: string }>({});
  const [fault, setFault] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const isBusy = useRef(false);
  const { saving } = useSaving();
  const run = async (ask: () => Promise<Done>): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setPending(true);
    setFault(null);
    setWrong({});
    const result = await attempt(ask);
    isBusy.current = false;
    setPending(false);
    if (result.ok) return true;
    const code = result.why === 'refused' && ofField.includes(result.code) ? result.code : null;
    if (code === null) setFault(result);
    else setWrong(code === 'wrong_code' ? { code } : { value: code });
    return false;
  };
  const sendCode = async (typed: string): Promise<void> => {
    const { value, fault: found } = await readValue(what, typed, country);
    if (value === undefined) return setWrong({ value: found ?? 'invalid' });
    if (await run(() => sync.account('sendCode', asContact(what, value)))) setSent(value);
  };
  const save = async (code: string): Promise<void> => {
    if (sent === null) return;
    if (!/^\d{6}$/.test(code.trim())) return setWrong({ code: code.trim() === '' ? 'required' : 'wrong_code' });
    const patch = { ...asContact(what, sent), code: code.trim() };
    if (!(await run(() => saving(() => sync.account('updateProfile', patch))))) return;
    toast(t`Profile successfully updated`, { tone: 'ok' });
    await navigate({ to: '/profile/view' });
  };
  const again = (): void => {
    setSent(null);
    setWrong({});
    setFault(null);
  };
  return { sent, wrong, fault, isPending, sendCode, save, again };
}

interface FormProps {
  what: What;
  country: string | null;
  /** Where a code for a number is mailed. */
  address: string | null;
}

function ContactForm({ what, country, address }: FormProps): ReactElement {
  const { t } = useLingui();
  const { sent, wrong, fault, isPending, sendCode, save, again } = useContactChange(what, country);
  const [value, setValue] = useState('');
  const [code, setCode] = useState('');
  const isEmail = what === 'email';
  const to = isEmail ? sent : address;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void (sent === null ? sendCode(value) : save(code));
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={isEmail ? t`Email` : t`Phone`}>
      {fault && <ErrorNotice error={fault} text={words} />}
      {sent === null ? (
        <TextField
          label={isEmail ? t`New email` : t`New phone`}
          type={isEmail ? 'email' : 'tel'}
          autoComplete={isEmail ? 'email' : 'tel'}
          value={value}
          onChange={setValue}
          {...(wrong.value && { errorMessage: t(errorText(wrong.value)) })}
        />
      ) : (
        <>
          <Banner role="status">
            <Trans>
              We emailed a code to {to} to confirm {sent}.
            </Trans>
          </Banner>
          <TextField
            label={t`Code from the email`}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            onChange={setCode}
            {...(wrong.code && { errorMessage: t(errorText(wrong.code)) })}
          />
        </>
      )}
      <ButtonRow>
        <Button type="submit" isPending={isPending}>
          {sent === null ? <Trans>Email me a code</Trans> : <Trans>Save</Trans>}
        </Button>
        {sent !== null && (
          <Button variant="plain" onPress={again}>
            <Trans>Start over</Trans>
          </Button>
        )}
      </ButtonRow>
    </form>
  );
}

/** /profile/edit/email and /profile/edit/phone: what opens the account is changed with the network alone. */
export function ContactChangeScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { what: named }: { what?: string } = useParams({ strict: false });
  const what: What = named === 'phone' ? 'phone' : 'email';
  const me = useLiveQuery(() => savedMe(store), [store]);
  const now = me?.[what];
  return (
    <Screen
      title={what === 'email' ? t`Email` : t`Phone`}
      back={{ href: '/profile/edit', label: t`Edit profile` }}
      narrow
    >
      {me ? (
        <Card>
          <p className={styles.lead}>
            {now && <Trans>Currently {now}. </Trans>}
            <Trans>You use it to log in. You need to be online to change it. A code confirms that it is yours.</Trans>
          </p>
          <ContactForm key={what} what={what} country={me.country} address={me.email} />
        </Card>
      ) : (
        <Skeleton leading="none" />
      )}
    </Screen>
  );
}
