import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ErrorCode } from '../../../contract/errors.ts';
import { OldPassword } from '../../../contract/passwords.ts';
import { z } from '../../../contract/zod.ts';
import { sync } from '../../bridge/sync.ts';
import { Screen } from '../../components/app/screen.tsx';
import { FormPasswordField } from '../../forms/fields.tsx';
import { Form, RequiredNotice, SubmitButton } from '../../forms/form.tsx';
import { emptyPassword, passwordCheck, PasswordFields, passwordShape } from '../../forms/password-fields.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { attempt } from '../../lib/attempt.ts';
import { Card } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import { BackLink } from '../../ui/page-header.tsx';
import styles from './profile.module.css';

const failureTexts = {
  offline: msg`You need to be online to change your password. It is never stored on this device.`,
};

const schema = z.object({ old: OldPassword, ...passwordShape }).check(passwordCheck);

const rejectedFields = (code: ErrorCode) => ({
  ...(code === 'wrong_password' && { old: code }),
  ...(code === 'password_common' && { password: code }),
});

function PasswordForm(): ReactElement {
  const { t } = useLingui();
  const navigate = useNavigate();
  const form = useAppForm({
    schema,
    initial: { old: '', ...emptyPassword },
    rejectedFields,
    onSubmit: async ({ old, password }) => {
      const result = await attempt(() => sync.account('changePassword', old, password));
      if (!result.ok) return result;
      toast(t`Password changed successfully`, { tone: 'ok' });
      await navigate({ to: '/profile/view' });
    },
  });
  const { control } = form;
  return (
    <Form form={form} failureTexts={failureTexts} className={styles.form} aria-label={t`Password`}>
      <RequiredNotice control={control} title={t`Please, fill all fields`} />
      <FormPasswordField control={control} name="old" label={t`Current password`} autoComplete="current-password" />
      <PasswordFields control={control} password="password" repeat="repeat" />
      <div>
        <SubmitButton form={form}>{t`Change password`}</SubmitButton>
      </div>
    </Form>
  );
}

/** /profile/password: changes the password. Other devices must log in again and keep their unsent changes. */
export function PasswordScreen(): ReactElement {
  const { t } = useLingui();
  return (
    <Screen title={t`Password`} back={<BackLink to="/profile/settings">{t`Settings`}</BackLink>} narrow>
      <Card>
        <p className={styles.lead}>
          <Trans>Your other devices will be logged out. Their unsent changes stay on them.</Trans>
        </p>
        <PasswordForm />
      </Card>
    </Screen>
  );
}
