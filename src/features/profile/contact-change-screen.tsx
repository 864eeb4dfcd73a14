import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { ErrorCode } from '../../../contract/errors.ts';
import { Email, Phone } from '../../../contract/contact-fields.ts';
import { z } from '../../../contract/zod.ts';
import { sync } from '../../bridge/sync.ts';
import { Screen } from '../../components/app/screen.tsx';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { FormTextField } from '../../forms/fields.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { phoneNumber, requiredText } from '../../forms/schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { attempt } from '../../lib/attempt.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonRow, Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './profile.module.css';
import { savedMe } from './queries.ts';
import { BackLink } from '../../ui/page-header.tsx';
import { useSaving } from '../../hooks/use-saving.ts';

type ContactKind = 'email' | 'phone';

const failureTexts = { offline: msg`You need to be online to change this. A code confirms that it is yours.` };

const toContactPatch = (what: ContactKind, value: string) => (what === 'email' ? { email: value } : { phone: value });

const email = requiredText(z.pipe(z.string().check(z.trim()), Email));

const phone = (country: string | null) => requiredText(z.pipe(phoneNumber(country), Phone));

interface AddressFormProps {
  what: ContactKind;
  country: string | null;
  initial: string;
  /** Called after the code was emailed, with the new email address or number and with the text as typed. */
  onSent: (value: string, typed: string) => void;
}

/** The form for a new email address or number. A code is emailed to confirm it. */
function AddressForm({ what, country, initial, onSent }: AddressFormProps): ReactElement {
  const { t } = useLingui();
  const isEmail = what === 'email';
  const form = useAppForm({
    schema: z.object({ value: isEmail ? email : phone(country) }),
    initial: { value: initial },
    rejectedFields: (code: ErrorCode) => ({
      ...((code === 'email_taken' || code === 'phone_taken') && { value: code }),
    }),
    onSubmit: async ({ value }, { value: typed }) => {
      const result = await attempt(() => sync.account('sendCode', toContactPatch(what, value)));
      if (!result.ok) return result;
      onSent(value, typed);
    },
  });
  const { control } = form;
  return (
    <Form form={form} failureTexts={failureTexts} className={styles.form} aria-label={isEmail ? t`Email` : t`Phone`}>
      <FormTextField
        control={control}
        name="value"
        label={isEmail ? t`New email` : t`New phone`}
        type={isEmail ? 'email' : 'tel'}
        autoComplete={isEmail ? 'email' : 'tel'}
      />
      <div>
        <SubmitButton form={form}>
          <Trans>Email me a code</Trans>
        </SubmitButton>
      </div>
    </Form>
  );
}

interface CodeFormProps {
  what: ContactKind;
  /** The new email address or number that the code confirms. */
  sent: string;
  /** Email address to which the code was sent. */
  to: string | null;
  onReset: () => void;
}

const codeSchema = z.object({
  code: requiredText(z.string().check(z.trim(), z.regex(/^\d{6}$/, { error: 'wrong_code' }))),
});

/** The form for the emailed code. It saves the new email address or number. */
function CodeForm({ what, sent, to, onReset }: CodeFormProps): ReactElement {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { saving } = useSaving();
  const form = useAppForm({
    schema: codeSchema,
    initial: { code: '' },
    rejectedFields: (code: ErrorCode) => ({ ...(code === 'wrong_code' && { code }) }),
    onSubmit: async ({ code }) => {
      const patch = { ...toContactPatch(what, sent), code };
      const result = await attempt(() => saving(() => sync.account('updateProfile', patch)));
      if (!result.ok) return result;
      toast(t`Profile successfully updated`, { tone: 'ok' });
      await navigate({ to: '/profile/view' });
    },
  });
  const { control } = form;
  return (
    <Form
      form={form}
      failureTexts={failureTexts}
      className={styles.form}
      aria-label={what === 'email' ? t`Email` : t`Phone`}
    >
      <Banner role="status">
        <Trans>
          We emailed a code to {to} to confirm {sent}.
        </Trans>
      </Banner>
      <FormTextField
        control={control}
        name="code"
        label={t`Code from the email`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
      />
      <ButtonRow>
        <SubmitButton form={form}>
          <Trans>Save</Trans>
        </SubmitButton>
        <Button variant="plain" onPress={onReset}>
          <Trans>Start over</Trans>
        </Button>
      </ButtonRow>
    </Form>
  );
}

interface ContactFormProps {
  what: ContactKind;
  country: string | null;
  /** Email address to which the code for a new number is sent. */
  address: string | null;
}

function ContactForm({ what, country, address }: ContactFormProps): ReactElement {
  const [typed, setTyped] = useState('');
  const [sent, setSent] = useState<string | null>(null);
  if (sent !== null) {
    const to = what === 'email' ? sent : address;
    return <CodeForm what={what} sent={sent} to={to} onReset={() => setSent(null)} />;
  }
  const onSent = (value: string, text: string): void => {
    setTyped(text);
    setSent(value);
  };
  return <AddressForm what={what} country={country} initial={typed} onSent={onSent} />;
}

/**
 * /profile/edit/email and /profile/edit/phone: change the email address or phone number. These are credentials, so they
 * are changed online only.
 */
export function ContactChangeScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { what: named } = useParams({ from: '/_member/profile/edit/$what' });
  const changedField: ContactKind = named === 'phone' ? 'phone' : 'email';
  const me = useLiveQuery(async () => savedMe(store), [store]);
  const phoneText = usePhoneText(changedField === 'phone');
  const saved = me?.[changedField];
  const now = saved && changedField === 'phone' ? phoneText(saved) : saved;
  return (
    <Screen
      title={changedField === 'email' ? t`Email` : t`Phone`}
      back={<BackLink to="/profile/edit">{t`Edit profile`}</BackLink>}
      narrow
    >
      {me ? (
        <Card>
          <p className={styles.lead}>
            {now && <Trans>Currently {now}. </Trans>}
            <Trans>You use it to log in. You need to be online to change it. A code confirms that it is yours.</Trans>
          </p>
          <ContactForm key={changedField} what={changedField} country={me.country} address={me.email} />
        </Card>
      ) : (
        <Skeleton leading="none" />
      )}
    </Screen>
  );
}
