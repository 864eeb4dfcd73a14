import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { FormCheckbox, FormComboField, FormTextField } from '../../forms/fields.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { PasswordFields } from '../../forms/password-fields.tsx';
import { countryOptions } from '../../components/field/countries.ts';
import { TextLink, TextButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import styles from './login.module.css';
import { PublicPage } from './public-page.tsx';
import { draftOf, type RegisterValues } from './register-values.ts';
import { type Registration, useInitialRegistration, useRegistration } from './use-registration.ts';

const failureTexts = {
  offline: msg`Your entries, except the password, are saved on this device. Submit them when you are back online.`,
};

type PartProps = Pick<Registration['form'], 'control'>;

function PersonFields({ control }: PartProps): ReactElement {
  const { t, i18n } = useLingui();
  return (
    <>
      <div className={styles.pair}>
        <FormTextField control={control} name="first_name" label={t`First name`} isRequired autoComplete="given-name" />
        <FormTextField control={control} name="last_name" label={t`Last name`} autoComplete="family-name" />
      </div>
      <FormTextField
        control={control}
        name="email"
        label={t`Email`}
        type="email"
        isRequired
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <FormComboField
        control={control}
        name="country"
        label={t`Country`}
        placeholder={t`Not specified`}
        options={countryOptions(i18n.locale)}
      />
      <FormTextField
        control={control}
        name="phone"
        label={t`Phone`}
        type="tel"
        isRequired
        autoComplete="tel"
        description={t`With country code, or choose the country above.`}
      />
    </>
  );
}

function CodeFields({ control }: PartProps): ReactElement {
  const { t } = useLingui();
  return (
    <div className={styles.pair}>
      <FormTextField
        control={control}
        name="promo_code"
        label={t`Promo code`}
        description={t`Optional`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <FormTextField
        control={control}
        name="referral_promo_code"
        label={t`Referral promo code`}
        description={t`If someone invited you`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </div>
  );
}

function RegisterForm({ initial }: { initial: RegisterValues }): ReactElement {
  const { t } = useLingui();
  const { form, clear } = useRegistration(initial);
  const { control } = form;
  return (
    <Form form={form} failureTexts={failureTexts} className={styles.form} aria-label={t`Create account`}>
      <ErrorSummary
        form={form}
        missingTitle={t`Please, fill all fields`}
        labels={{
          first_name: t`First name`,
          last_name: t`Last name`,
          email: t`Email`,
          phone: t`Phone`,
          password: t`New password`,
          repeat: t`Repeat new password`,
          promo_code: t`Promo code`,
          referral_promo_code: t`Referral promo code`,
          consent: t`Consent`,
        }}
      />
      <PersonFields control={control} />
      <PasswordFields control={control} password="password" repeat="repeat" />
      <CodeFields control={control} />
      <FormCheckbox control={control} name="consent">
        <Trans>
          I agree to the privacy policy and the public offer, and that an employee may write to me or call me.
        </Trans>
      </FormCheckbox>
      <SubmitButton form={form} wide>
        {t`Create account`}
      </SubmitButton>
      <DraftNotice control={control} onClear={clear} />
    </Form>
  );
}

/** Says that the typed values are stored on the device, with a button that clears them. */
function DraftNotice({ control, onClear }: PartProps & { onClear: () => void }): ReactElement | null {
  const values = useWatch({ control, compute: draftOf });
  if (Object.values(values).every((value) => value === '')) return null;
  return (
    <p className={styles.storedNotice}>
      <Trans>Your entries, except the password, stay on this device until the account is created.</Trans>{' '}
      <TextButton onPress={onClear}>
        <Trans>Clear</Trans>
      </TextButton>
    </p>
  );
}

/**
 * The registration form. It is sent only while online and never later automatically, since the password is not stored.
 */
export function RegisterScreen(): ReactElement {
  const { t } = useLingui();
  const initial = useInitialRegistration();
  return (
    <PublicPage
      title={t`Create account`}
      lead={<Trans>You need to be online to register. After that, everything works offline.</Trans>}
    >
      <Card>{initial ? <RegisterForm initial={initial} /> : <Skeleton rows={4} leading="none" />}</Card>
      <div className={styles.links}>
        <TextLink to="/login">
          <Trans>I already have an account</Trans>
        </TextLink>
      </div>
    </PublicPage>
  );
}
