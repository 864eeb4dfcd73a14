import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useEffectEvent } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { fromDateTimeInput, toDateInput, toDateTimeInput } from '../../lib/dates.ts';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { ComboField } from '../../ui/combo-field.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { countryOptions } from '../../lib/countries.ts';
import styles from './contact-form.module.css';
import { EmailLines } from './contact-form-lines.tsx';
import { PhotoField } from './contact-form-photo.tsx';
import { idOf, type ContactForm } from './contact-form-state.ts';

export type MoreFieldsProps = {
  form: ContactForm;
  /** Called when the fields are rendered. */
  onShown: () => void;
};

/** The optional fields. */
export function MoreFields({ form, onShown }: MoreFieldsProps): ReactElement {
  const { draft, set, field, words } = form;
  const shown = useEffectEvent(onShown);
  useEffect(() => {
    shown();
  }, []);
  return (
    <div className={styles.more}>
      <PhotoField form={form} />
      <TextField
        {...field('middle_name')}
        label={<Trans>Middle name</Trans>}
        autoComplete="off"
        autoCapitalize="words"
      />
      <EmailLines form={form} />
      <div className={styles.pair}>
        <TextField
          {...field('telegram')}
          label={<Trans>Telegram</Trans>}
          placeholder="@name"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <DateTimeField
          id={idOf('next_step_at')}
          label={<Trans>Next step</Trans>}
          value={toDateTimeInput(draft.next_step_at)}
          errorMessage={words('next_step_at')}
          onChange={(value) => set({ next_step_at: fromDateTimeInput(value) })}
        />
      </div>
      <Where form={form} />
      <DateTimeField
        {...field('date_birth')}
        type="date"
        label={<Trans>Date of birth</Trans>}
        min="1900-01-01"
        max={toDateInput(useStore().now())}
      />
      <Switch isOn={draft.is_partner} onChange={(is_partner) => set({ is_partner })}>
        <Trans>Partner</Trans>
      </Switch>
      <Consent form={form} />
      <TextArea {...field('notes')} label={<Trans>Notes</Trans>} />
    </div>
  );
}

function Where({ form: { field } }: { form: ContactForm }): ReactElement {
  const { t, i18n } = useLingui();
  return (
    <>
      <div className={styles.pair}>
        <TextField {...field('city')} label={<Trans>City</Trans>} autoComplete="off" autoCapitalize="words" />
        <ComboField
          {...field('country')}
          label={<Trans>Country</Trans>}
          placeholder={t({ message: 'None', context: 'no country' })}
          options={countryOptions(i18n.locale)}
        />
      </div>
      <TextField {...field('address')} label={<Trans>Address</Trans>} autoComplete="off" />
      <TextField {...field('work_zone')} label={<Trans>Work zone</Trans>} autoComplete="off" />
    </>
  );
}

function Consent({ form: { draft, field, set } }: { form: ContactForm }): ReactElement {
  const store = useStore();
  const today = toDateInput(store.now());
  const how = field('consent_how');
  return (
    <fieldset className={styles.items}>
      <legend className={styles.legend} data-wide="true">
        <Trans>Consent to store their details</Trans>
      </legend>
      <div className={styles.pair}>
        <TextField
          {...how}
          label={<Trans>How they gave consent</Trans>}
          autoComplete="off"
          onChange={(value) => {
            how.onChange(value);
            // Consent is usually recorded on the day it is given.
            if (draft.consent_on === '' && draft.consent_how === '') set({ consent_on: today });
          }}
        />
        <DateTimeField {...field('consent_on')} type="date" label={<Trans>Consent given on</Trans>} max={today} />
      </div>
    </fieldset>
  );
}
