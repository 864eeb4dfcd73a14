import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs';
import { type ReactElement, useState } from 'react';
import type { ErrorCode } from '../../../contract/errors.ts';
import { z } from '../../../contract/zod.ts';
import { sync } from '../../bridge/sync.ts';
import { FormTextField } from '../../forms/fields.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { requiredText } from '../../forms/schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { attempt } from '../../lib/attempt.ts';
import { Banner } from '../../ui/banner.tsx';
import { TextButton, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './login.module.css';
import { PublicPage } from './public-page.tsx';

const failureTexts = { offline: msg`You need to be online to request this email.` };

/** Checks only the format of the email address; the server does not reveal whether an account has this address. */
const schema = z.object({
  email: requiredText(z.string().check(z.trim(), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { error: 'email_invalid' }))),
});

const rejectedFields = (code: ErrorCode) => ({ ...(code === 'invalid' && { email: 'email_invalid' }) });

type Stage = { kind: 'asking' } | { kind: 'sent'; email: string };

function RecoverForm({ onSent }: { onSent: (email: string) => void }): ReactElement {
  const { t } = useLingui();
  const form = useAppForm({
    schema,
    initial: { email: '' },
    rejectedFields,
    onSubmit: async ({ email }) => {
      const result = await attempt(() => sync.account('recover', email));
      if (!result.ok) return result;
      onSent(email);
    },
  });
  const { control } = form;
  return (
    <Form form={form} failureTexts={failureTexts} className={styles.form} aria-label={t`Forgot your password?`}>
      <FormTextField
        control={control}
        name="email"
        label={t`Email`}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SubmitButton form={form} wide>
        {t`Email me a link`}
      </SubmitButton>
    </Form>
  );
}

/** Requests an email with a reset link. The response never reveals whether the account exists. */
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
          <TextButton onPress={() => setStage({ kind: 'asking' })}>
            <Trans>Resend link</Trans>
          </TextButton>
        )}
        <TextLink to="/login">
          <Trans>Back to login</Trans>
        </TextLink>
      </div>
    </PublicPage>
  );
}
