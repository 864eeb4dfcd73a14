import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Control } from 'react-hook-form';
import { languages } from '../../../contract/preference-values.ts';
import { countryOptions } from '../../components/field/countries.ts';
import { FormComboField, FormSelectField, FormSwitch, FormTextField } from '../../forms/fields.tsx';
import { nativeLanguageNames } from '../../lib/language-names.ts';
import styles from './admin.module.css';
import type { UserValues } from './user-values.ts';

/** Reasons why some switches of an account cannot be changed. */
export interface FlagLocks {
  /** Whether the account belongs to the current user. */
  isOwn: boolean;
  /** Whether the account is the only one that can use the administration. */
  isLastAdmin: boolean;
}

interface FieldsProps<Output> {
  control: Control<UserValues, unknown, Output>;
}

/** The form fields for name, login names, language and country of an account. */
export function UserFields<Output>({ control }: FieldsProps<Output>): ReactElement {
  const { t, i18n } = useLingui();
  return (
    <>
      <div className={styles.pair}>
        <FormTextField control={control} name="first_name" label={t`First name`} isRequired autoComplete="off" />
        <FormTextField control={control} name="last_name" label={t`Last name`} autoComplete="off" />
      </div>
      <FormTextField control={control} name="email" type="email" label={t`Email`} autoComplete="off" />
      <div className={styles.pair} data-first="wide">
        <FormTextField control={control} name="phone" type="tel" label={t`Phone`} autoComplete="off" />
        <FormSelectField
          control={control}
          name="language"
          label={t`Language`}
          options={languages.map((value) => ({ value, label: nativeLanguageNames[value] }))}
        />
      </div>
      <FormComboField
        control={control}
        name="country"
        label={t`Country`}
        placeholder={t`Not specified`}
        options={countryOptions(i18n.locale)}
      />
    </>
  );
}

/** The switches for the roles of an account and for its active state. */
export function RoleFields<Output>({
  control,
  locks: { isOwn, isLastAdmin },
}: FieldsProps<Output> & { locks: FlagLocks }): ReactElement {
  const { t } = useLingui();
  const activeNote = isOwn ? t`You cannot deactivate your own account` : t`Can log in`;
  const adminNote = isLastAdmin ? t`Give this role to someone else first` : t`Opens this area`;
  return (
    <div className={styles.flags}>
      <FormSwitch control={control} name="is_staff" description={t`Takes leads, has tasks and a calendar`}>
        <Trans>Employee</Trans>
      </FormSwitch>
      <FormSwitch control={control} name="is_manager" description={t`Sees own teams and assigns people`}>
        <Trans>Manager</Trans>
      </FormSwitch>
      <FormSwitch control={control} name="is_superuser" description={adminNote} isDisabled={isLastAdmin}>
        <Trans>Administrator</Trans>
      </FormSwitch>
      <FormSwitch control={control} name="is_active" description={activeNote} isDisabled={isOwn || isLastAdmin}>
        <Trans context="account">Active</Trans>
      </FormSwitch>
    </div>
  );
}
