import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ErrorCode } from '../../../contract/errors.ts';
import { z } from '../../../contract/zod.ts';
import { sync } from '../../bridge/sync.ts';
import { Form, RequiredNotice, SubmitButton } from '../../forms/form.tsx';
import { emptyPassword, passwordCheck, PasswordFields, passwordShape } from '../../forms/password-fields.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { attempt } from '../../lib/attempt.ts';
import { discardToken } from '../../lib/url-secrets.ts';
import { LinkButton, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { LinkFrame } from './link-frame.tsx';
import { linkText } from './link-labels.ts';
import styles from './login.module.css';
import { PublicPage } from './public-page.tsx';
import { isLinkUnusable, type Link, useLink } from './use-link.ts';

const schema = z.object(passwordShape).check(passwordCheck);

const rejectedFields = (code: ErrorCode) => ({ ...(code === 'password_common' && { password: code }) });

function ResetForm({ link: { token, fail } }: { link: Link }): ReactElement {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useAppForm({
    schema,
    initial: emptyPassword,
    rejectedFields,
    onSubmit: async ({ password }) => {
      const result = await attempt(() => sync.account('resetPassword', token, password));
      if (!result.ok) return isLinkUnusable(result) ? fail(result) : result;
      discardToken('password_reset');
      toast(t`Password changed successfully`, { tone: 'ok' });
      await navigate({ to: '/login', replace: true });
    },
  });
  const { control } = form;
  return (
    <Form form={form} failureTexts={linkText} className={styles.form} aria-label={t`Choose a new password`}>
      <RequiredNotice control={control} title={t`Please, fill all fields`} />
      <PasswordFields control={control} password="password" repeat="repeat" />
      <SubmitButton form={form} wide>
        {t`Save password`}
      </SubmitButton>
    </Form>
  );
}

/**
 * The screen that sets a new password through an emailed link. All sessions end, so the user has to log in with the new
 * password.
 */
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
          <LinkButton to="/recover-password" variant="soft">
            <Trans>Request a new link</Trans>
          </LinkButton>
        }
      >
        <Card>
          <ResetForm link={link} />
        </Card>
      </LinkFrame>
      <div className={styles.links}>
        <TextLink to="/login">
          <Trans>Back to login</Trans>
        </TextLink>
      </div>
    </PublicPage>
  );
}
