import { isAdmin, isEmployee } from '../../../contract/roles.ts';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { ErrorCode } from '../../../contract/errors.ts';
import { OldPassword } from '../../../contract/passwords.ts';
import { z } from '../../../contract/zod.ts';
import type { Failure } from '../../bridge/results.ts';
import { sync } from '../../bridge/sync.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { FormPasswordField } from '../../forms/fields.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { attempt } from '../../lib/attempt.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './profile.module.css';
import { savedMe } from './queries.ts';

const failureTexts = { offline: msg`You need to be online.` };

/** Shows when the account will be deleted, and lets the user cancel the deletion until then. */
function ScheduledDeletion({ at }: { at: string }): ReactElement {
  const { t } = useLingui();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const day = formatLongDate(at);
  const cancelDeletion = async (): Promise<void> => {
    setPending(true);
    const result = await attempt(() => sync.account('keepAccount'));
    setPending(false);
    setFailure(result.ok ? null : result);
    if (result.ok) toast(t`Your account will be kept`, { tone: 'ok' });
  };
  return (
    <>
      {failure && <ErrorNotice error={failure} text={failureTexts} />}
      <Banner
        tone="need"
        icon={<IconTrash />}
        title={<Trans>Your account will be deleted on {day}</Trans>}
        action={
          <Button small variant="soft" isPending={isPending} writes onPress={() => void cancelDeletion()}>
            <Trans>Keep account</Trans>
          </Button>
        }
      />
    </>
  );
}

const schema = z.object({ password: OldPassword });

const rejectedFields = (code: ErrorCode) => ({ ...(code === 'wrong_password' && { password: code }) });

function PasswordSheet({ onClose }: { onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const form = useAppForm({
    schema,
    initial: { password: '' },
    rejectedFields,
    onSubmit: async ({ password }) => {
      const result = await attempt(() => sync.account('deleteAccount', password));
      if (!result.ok) return result;
      onClose();
    },
  });
  const { control } = form;
  return (
    <Sheet isOpen onClose={onClose} title={t`Delete my account`} closesOnOutsidePress={false}>
      <Form form={form} failureTexts={failureTexts} className={styles.form}>
        <FormPasswordField
          control={control}
          name="password"
          label={t`Password`}
          description={t`To confirm it is you`}
          autoComplete="current-password"
        />
        <SubmitButton form={form} variant="danger" wide>
          {t`Delete my account`}
        </SubmitButton>
      </Form>
    </Sheet>
  );
}

/**
 * Lets learners and admins delete their account. They must confirm the consequences and then enter the password. Other
 * employees are removed by their manager; they can only cancel a deletion that they requested before.
 */
export function DeleteAccount(): ReactNode {
  const { t } = useLingui();
  const store = useStore();
  const me = useLiveQuery(async () => savedMe(store), [store]);
  const [step, setStep] = useState<'none' | 'first' | 'second'>('none');
  if (me?.delete_at) return <ScheduledDeletion at={me.delete_at} />;
  if (!me || (isEmployee(me) && !isAdmin(me))) return null;
  return (
    <>
      <Button variant="plain" icon={<IconTrash aria-hidden="true" />} writes onPress={() => setStep('first')}>
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
