import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { Failure } from '../../bridge/sync-api.ts';
import { sync } from '../../bridge/sync.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { log } from '../../lib/log.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './login.module.css';
import { PublicPage } from './public-page.tsx';

const words = { offline: msg`You need to be online to request this email.` };

/** As much as can be told without asking: the mail finds out the rest. */
const looksLikeEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

type Stage = { kind: 'asking' } | { kind: 'sent'; email: string };

function RecoverForm({ onSent }: { onSent: (email: string) => void }): ReactElement {
  const { t } = useLingui();
  const [email, setEmail] = useState('');
  const [code, setCode] = useState<'required' | 'email_invalid' | null>(null);
  const [fault, setFault] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const ask = async (address: string): Promise<void> => {
    setPending(true);
    try {
      const result = await sync.account('recover', address);
      if (result.ok) onSent(address);
      else if (result.why === 'refused' && result.code === 'invalid') setCode('email_invalid');
      else setFault(result);
    } catch (error) {
      log.warn('a mail was not asked for', error);
      setFault({ ok: false, why: 'no_answer' });
    } finally {
      setPending(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    const address = email.trim();
    const wrong = address === '' ? 'required' : looksLikeEmail(address) ? null : 'email_invalid';
    setCode(wrong);
    setFault(null);
    if (wrong === null) void ask(address);
    else document.getElementById('recover-email')?.focus();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`Forgot your password?`}>
      {fault && <ErrorNotice error={fault} text={words} />}
      <TextField
        id="recover-email"
        label={t`Email`}
        type="email"
        name="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={setEmail}
        errorMessage={code ? t(errorText(code)) : undefined}
      />
      <Button type="submit" wide isPending={isPending}>
        {t`Email me a link`}
      </Button>
    </form>
  );
}

/** Asks for a mail with a link. Whether there is such an account is told to nobody. */
export function RecoverScreen(): ReactElement {
  const { t } = useLingui();
  const [stage, setStage] = useState<Stage>({ kind: 'asking' });
  return (
    <PublicPage title={t`Forgot your password?`} lead={<Trans>We will email you a link to set a new password.</Trans>}>
      {stage.kind === 'sent' ? (
        <Banner role="status" icon={<IconMail />} title={<Trans>Check your email</Trans>}>
          <Trans>
            If {stage.email} has an account, a link is on its way. It expires in 60 minutes. Nothing there? Check your
            spam folder.
          </Trans>
        </Banner>
      ) : (
        <Card>
          <RecoverForm onSent={(email) => setStage({ kind: 'sent', email })} />
        </Card>
      )}
      <div className={styles.links}>
        {stage.kind === 'sent' && (
          <TextLink onPress={() => setStage({ kind: 'asking' })}>
            <Trans>Resend link</Trans>
          </TextLink>
        )}
        <TextLink href="/login">
          <Trans>Back to login</Trans>
        </TextLink>
      </div>
    </PublicPage>
  );
}
