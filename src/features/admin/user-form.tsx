import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useFormState } from 'react-hook-form';
import type { AdminUser } from '../../../contract/api-calls/admin.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { sync } from '../../bridge/sync.ts';
import type { FailureCode } from '../../components/error/error-messages.ts';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { LeaveGuard } from '../../forms/leave-guard.tsx';
import { type AppForm, useAppForm } from '../../forms/use-app-form.ts';
import { useSaving } from '../../hooks/use-saving.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { attempt } from '../../lib/attempt.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { toast } from '../../ui/toast.ts';
import styles from './admin.module.css';
import { RoleFields, UserFields, type FlagLocks } from './user-fields.tsx';
import {
  accountChangeOf,
  formFlags,
  type UserFields as SavedFields,
  userSchema,
  type UserValues,
} from './user-values.ts';

const failureTexts = { offline: msg`You need to be online to change accounts.` };

/** Returns the form field that a rejection by the server refers to. */
function rejectedFields(code: ErrorCode): Record<string, ErrorCode> {
  if (code === 'email_taken') return { email: code };
  return code === 'phone_taken' || code === 'phone_or_email' ? { phone: code } : {};
}

/** Explains the effect of a changed role or a deactivation before it is saved. */
function Consequence({ user, values }: { user: AdminUser; values: UserValues }): ReactElement | null {
  const { first_name: name } = user;
  const roles = formFlags.filter((flag) => flag !== 'is_active');
  if (user.is_active && !values.is_active)
    return <Trans>{name} loses access at once. Leads and people stay assigned until a manager reassigns them.</Trans>;
  if (roles.some((flag) => user[flag] && !values[flag]))
    return (
      <Trans>{name} is logged out on all devices. Leads and people stay assigned until a manager reassigns them.</Trans>
    );
  if (roles.some((flag) => !user[flag] && values[flag]))
    return <Trans>The new role applies when {name}'s device is online next.</Trans>;
  return null;
}

interface UserFormProps {
  /** The edited account; null for a new one. */
  user: AdminUser | null;
  initial: UserValues;
  locks: FlagLocks;
  /** Saves the form; resolves to the reason if saving failed. */
  save: (fields: SavedFields) => Promise<FailureCode | null>;
  /** Called after the form was saved. */
  onSaved: () => void;
  /** Called when the form gets its first unsaved change, and when it no longer has any. */
  onDirtyChange?: (isDirty: boolean) => void;
  submitLabel: ReactNode;
}

function FormFooter<Output>(props: {
  form: AppForm<UserValues, Output>;
  user: AdminUser | null;
  label: ReactNode;
}): ReactElement {
  const { form, user, label } = props;
  const { isDirty } = useFormState({ control: form.control });
  const isOffline = useSyncState()?.status.connection === 'offline';
  const values = form.watch();
  return (
    <div className={styles.foot}>
      {isOffline && (
        <small role="status">
          <Trans>You need to be online to save.</Trans>
        </small>
      )}
      {user && isDirty && (
        <small>
          <Consequence user={user} values={values} />
        </small>
      )}
      <div className={styles.buttons}>
        {isDirty && (
          <Button variant="ghost" isDisabled={form.isSaving} onPress={() => form.reset()}>
            <Trans context="changes of a form">Discard</Trans>
          </Button>
        )}
        <SubmitButton form={form} isDisabled={isOffline || (user !== null && !isDirty)}>
          {label}
        </SubmitButton>
      </div>
    </div>
  );
}

/** The form of an account. If it has unsaved changes, leaving it needs a confirmation. */
export function UserForm(props: UserFormProps): ReactElement {
  const { user, initial, locks, save, onSaved, onDirtyChange, submitLabel } = props;
  const { t } = useLingui();
  const { saving } = useSaving();
  const isSaved = useRef(false);
  const form = useAppForm({
    schema: userSchema(user),
    initial,
    rejectedFields,
    onSubmit: async (fields) => {
      const failure = await saving(() => save(fields));
      if (failure) return failure;
      isSaved.current = true;
      form.reset(form.getValues());
      onSaved();
    },
  });
  const { control } = form;
  const { isDirty, dirtyFields } = useFormState({ control });
  const announceDirty = useEffectEvent(() => onDirtyChange?.(isDirty));
  useEffect(() => announceDirty(), [isDirty]);
  const count = Object.values(dirtyFields).filter(Boolean).length;
  const labels = { first_name: t`First name`, last_name: t`Last name`, email: t`Email`, phone: t`Phone` };
  return (
    <Form form={form} className={styles.form} aria-label={t`Account`} failureTexts={failureTexts}>
      <ErrorSummary form={form} labels={labels} />
      <UserFields control={control} />
      <Section
        title={<Trans>Roles</Trans>}
        level={3}
        end={
          user &&
          count > 0 && (
            <Badge tone="wait">
              <Plural value={count} one="# change" other="# changes" />
            </Badge>
          )
        }
      >
        <RoleFields control={control} locks={locks} />
      </Section>
      <FormFooter form={form} user={user} label={submitLabel} />
      <LeaveGuard isDirty={() => isDirty && !isSaved.current} />
    </Form>
  );
}

type EditUserFormProps = Pick<UserFormProps, 'initial' | 'locks' | 'onSaved' | 'onDirtyChange'> & { user: AdminUser };

/** Edits an account. Saving an unchanged form does nothing. */
export function EditUserForm(props: EditUserFormProps): ReactElement {
  const { t } = useLingui();
  const { user, onSaved } = props;
  return (
    <UserForm
      {...props}
      submitLabel={<Trans>Save changes</Trans>}
      save={async (fields) => {
        const change = accountChangeOf(user, fields);
        const result = change
          ? await attempt(() => sync.account('updateUser', user.id, change))
          : { ok: true as const };
        return result.ok ? null : result;
      }}
      onSaved={() => {
        toast(t`User successfully updated`, { tone: 'ok' });
        onSaved();
      }}
    />
  );
}
