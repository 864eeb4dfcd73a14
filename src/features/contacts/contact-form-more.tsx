import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { Contact } from '../../../contract/entities/contact.ts';
import {
  FormComboField,
  FormDateTimeField,
  FormInstantField,
  FormTextArea,
  FormTextField,
} from '../../forms/fields.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { countryOptions } from '../../components/field/countries.ts';
import { toDateInput } from '../../lib/dates.ts';
import { Switch } from '../../ui/switch.tsx';
import { EmailLines } from './contact-form-lines.tsx';
import { ContactPhotoField } from './contact-form-photo.tsx';
import styles from './contact-form.module.css';
import type { ContactFormApi } from './use-contact-form.ts';

export type MoreFieldsProps = {
  form: ContactFormApi;
  /** The stored contact; null for a new one. */
  contact: Contact | null;
};

/** The optional fields of a contact. */
export function MoreFields({ form, contact }: MoreFieldsProps): ReactElement {
  const { control } = form;
  const today = toDateInput(useStore().now());
  return (
    <div className={styles.more}>
      <ContactPhotoField control={control} contact={contact} />
      <FormTextField
        control={control}
        name="middle_name"
        label={<Trans>Middle name</Trans>}
        autoComplete="off"
        autoCapitalize="words"
      />
      <EmailLines form={form} />
      <div className={styles.pair}>
        <FormTextField
          control={control}
          name="telegram"
          label={<Trans>Telegram</Trans>}
          placeholder="@name"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormInstantField control={control} name="next_step_at" label={<Trans>Next step</Trans>} />
      </div>
      <AddressFields control={control} />
      <FormDateTimeField
        control={control}
        name="date_birth"
        type="date"
        label={<Trans>Date of birth</Trans>}
        min="1900-01-01"
        max={today}
      />
      <PartnerField control={control} />
      <ConsentFields form={form} today={today} />
      <FormTextArea control={control} name="notes" label={<Trans>Notes</Trans>} />
    </div>
  );
}

function AddressFields({ control }: Pick<ContactFormApi, 'control'>): ReactElement {
  const { t, i18n } = useLingui();
  return (
    <>
      <div className={styles.pair}>
        <FormTextField
          control={control}
          name="city"
          label={<Trans>City</Trans>}
          autoComplete="off"
          autoCapitalize="words"
        />
        <FormComboField
          control={control}
          name="country"
          label={<Trans>Country</Trans>}
          placeholder={t({ message: 'None', context: 'no country' })}
          options={countryOptions(i18n.locale)}
        />
      </div>
      <FormTextField control={control} name="address" label={<Trans>Address</Trans>} autoComplete="off" />
      <FormTextField control={control} name="work_zone" label={<Trans>Work zone</Trans>} autoComplete="off" />
    </>
  );
}

function PartnerField({ control }: Pick<ContactFormApi, 'control'>): ReactElement {
  const { field } = useController({ control, name: 'is_partner' });
  return (
    <Switch isOn={field.value} onChange={field.onChange}>
      <Trans>Partner</Trans>
    </Switch>
  );
}

function ConsentFields({ form, today }: { form: ContactFormApi; today: string }): ReactElement {
  const { control, setValue } = form;
  const [how, on] = useWatch({ control, name: ['consent_how', 'consent_on'] });
  return (
    <fieldset className={styles.items}>
      <legend className={styles.legend} data-wide="true">
        <Trans>Consent to store their details</Trans>
      </legend>
      <div className={styles.pair}>
        <FormTextField
          control={control}
          name="consent_how"
          label={<Trans>How they gave consent</Trans>}
          autoComplete="off"
          // Typing how consent was given fills in today's date, because consent is usually recorded on the day it is
          // given.
          onChange={() => how === '' && on === '' && setValue('consent_on', today)}
        />
        <FormDateTimeField
          control={control}
          name="consent_on"
          type="date"
          label={<Trans>Consent given on</Trans>}
          max={today}
          errorTexts={{ required: msg`Enter when they gave consent` }}
        />
      </div>
    </fieldset>
  );
}
