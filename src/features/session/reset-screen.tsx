import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { Failure } from '../../bridge/sync-api.ts';
import { sync } from '../../bridge/sync.ts';
import { EmptyNotice, ErrorNotice } from '../../components/error/error-notice.tsx';
import {
  checkPasswords,
  focusPasswordError,
  emptyPasswords,
  type NewPasswordErrors,
  PasswordFields,
} from '../../forms/password-fields.tsx';
import { log } from '../../lib/log.ts';
import { forgetLink } from '../../lib/url-secrets.ts';
import { Button, LinkButton, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { LinkFrame } from './link-frame.tsx';
import { linkWords } from './link-labels.ts';
import styles from './login.module.css';
import { PublicPage } from './public-page.tsx';
import { isDead, type Link, useLink } from './use-link.ts';

const isWeak = (fault: Failure): boolean => fault.why === 'refused' && fault.code === 'password_common';

function useReset({ token, fail }: Link) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [faults, setFaults] = useState<NewPasswordErrors>({});
  const [fault, setFault] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const save = async (password: string): Promise<void> => {
    setPending(true);
    setFault(null);
    try {
      const result = await sync.account('resetPassword', token, password);
      if (result.ok) {
        forgetLink('password_reset');
        toast(t`Password changed successfully`, { tone: 'ok' });
        await navigate({ to: '/login', replace: true });
      } else if (isWeak(result)) setFaults({ password: 'password_common' });
      else if (isDead(result)) fail(result);
      else setFault(result);
    } catch (error) {
      log.warn('the password was not set', error);
      setFault({ ok: false, why: 'no_answer' });
    } finally {
      setPending(false);
    }
  };
  return { faults, setFaults, fault, isPending, save };
}

function ResetForm({ link }: { link: Link }): ReactElement {
  const { t } = useLingui();
  const [pair, setPair] = useState(emptyPasswords);
  const { faults, setFaults, fault, isPending, save } = useReset(link);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isPending) return;
    const wrong = checkPasswords(pair);
    setFaults(wrong);
    focusPasswordError(wrong);
    if (Object.keys(wrong).length === 0) void save(pair.password);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-label={t`Choose a new password`}>
      {fault && <ErrorNotice error={fault} text={linkWords} />}
      {faults.password === 'required' && <EmptyNotice />}
      <PasswordFields value={pair} onChange={setPair} errors={faults} />
      <Button type="submit" wide isPending={isPending}>
        {t`Save password`}
      </Button>
    </form>
  );
}

/** A new password by the link of a mail. All sessions end, so the person logs in with it. */
export function ResetScreen(): ReactElement {
  const { t } = useLingui();
  const link = useLink('password_reset');
  return (
    <PublicPage
      title={t`Choose a new password`}
      lead={<Trans>This logs you out on all devices. Unsent changes stay on each device.</Trans>}
    >
      <LinkFrame
        link={link}
        another={
          <LinkButton href="/recover-password" variant="soft">
            <Trans>Request a new link</Trans>
          </LinkButton>
        }
      >
        <Card>
          <ResetForm link={link} />
        </Card>
      </LinkFrame>
      <div className={styles.links}>
        <TextLink href="/login">
          <Trans>Back to login</Trans>
        </TextLink>
      </div>
    </PublicPage>
  );
}
