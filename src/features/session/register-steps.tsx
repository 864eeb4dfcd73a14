import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { countryOptions } from '../../components/field/countries.ts';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { FormCheckbox, FormComboField, FormTextField } from '../../forms/fields.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { PasswordFields } from '../../forms/password-fields.tsx';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useDraftAutosave } from '../../forms/use-draft-autosave.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import styles from './register.module.css';
import {
  accountFields,
  accountSchema,
  type AccountOutput,
  type AccountValues,
  type CheckedEntry,
  detailsFields,
  detailsSchema,
  type DetailsOutput,
  type DetailsValues,
  entryToCheck,
  hasDraft,
  type RegisterValues,
} from './register-values.ts';
import type { Registration } from './use-registration.ts';
import type { ErrorCode } from '../../../contract/errors.ts';

const STEP_COUNT = 2;

const failureTexts = {
  offline: msg`Your entries, except the password, are saved on this device. Submit them when you are back online.`,
};

interface StepHeadingProps {
  number: number;
  children: ReactNode;
  ref: Ref<HTMLHeadingElement>;
}

/** A heading with the number of the step. It gets the focus when the step changes. */
function StepHeading({ number, children, ref }: StepHeadingProps): ReactElement {
  return (
    <div className={styles.step}>
      <h2 ref={ref} tabIndex={-1}>
        <span className={styles.number}>
          <Trans>
            Step {number} of {STEP_COUNT}
          </Trans>
        </span>{' '}
        <span>{children}</span>
      </h2>
      <div className={styles.bars} aria-hidden="true">
        <span data-done="true" />
        <span data-done={number === STEP_COUNT} />
      </div>
    </div>
  );
}

/** Explains that the typed values are stored on the device, with a button that clears them. */
function DraftNotice({ registration }: StepProps): ReactElement | null {
  if (!hasDraft(registration.values)) return null;
  return (
    <p className={styles.storedNotice}>
      <Trans>Your entries, except the password, stay on this device until the account is created.</Trans>{' '}
      <TextButton onPress={registration.clear}>
        <Trans>Clear</Trans>
      </TextButton>
    </p>
  );
}

export interface StepProps {
  registration: Registration;
}

const pick = <K extends keyof RegisterValues>(values: RegisterValues, names: readonly K[]): Pick<RegisterValues, K> =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Pick<RegisterValues, K>;

/** Checks an entry with the server when its field loses the focus, and shows an error if there is one. */
async function checkOnLeave<Entry extends CheckedEntry>(
  { checks }: Registration,
  form: { getValues: () => Partial<RegisterValues>; trigger: (name: Entry) => Promise<boolean> },
  entry: Entry,
): Promise<void> {
  const value = await entryToCheck(entry, form.getValues());
  if (value !== null && (await checks.check(entry, value)) !== null) await form.trigger(entry);
}

/** Returns the fields to which a rejection of the first step refers. */
const rejectedAccountFields = (code: ErrorCode) => ({
  ...(code === 'email_taken' && { email: code }),
  ...(code === 'phone_taken' && { phone: code }),
});

/** The first step: all data that an account needs. */
export function AccountStep({ registration }: StepProps): ReactElement {
  const { t, i18n } = useLingui();
  const { values, rejected, hasMoved, checks, keepAccount, next } = registration;
  const heading = useRef<HTMLHeadingElement>(null);
  const [schema] = useState(() => accountSchema(checks.refused));
  const form = useAppForm<AccountValues, AccountOutput>({
    schema,
    initial: pick(values, accountFields),
    refused: rejected,
    rejectedFields: rejectedAccountFields,
    onSubmit: async (account) => {
      const found = [checks.check('email', account.email), checks.check('phone', account.phone)];
      const code = (await Promise.all(found)).find((each) => each !== null);
      if (code) return { ok: false, why: 'refused', code };
      next(account);
    },
  });
  useDraftAutosave(form, { save: keepAccount, drop: () => Promise.resolve() });
  const focus = useEffectEvent(() => {
    const rejectedField = accountFields.find((name) => rejected[name] !== undefined);
    if (rejectedField) form.setFocus(rejectedField);
    else if (hasMoved) heading.current?.focus();
  });
  useEffect(() => focus(), []);
  const { control } = form;
  const labels = {
    first_name: t`First name`,
    email: t`Email`,
    phone: t`Phone`,
    password: t`New password`,
    repeat: t`Repeat new password`,
  };
  return (
    <Form form={form} className={styles.form} aria-label={t`Create account`}>
      <StepHeading ref={heading} number={1}>
        <Trans>Your account</Trans>
      </StepHeading>
      <ErrorSummary form={form} missingTitle={t`Please, fill all fields`} labels={labels} />
      <FormTextField
        control={control}
        name="first_name"
        label={labels.first_name}
        isRequired
        autoComplete="given-name"
      />
      <FormTextField
        control={control}
        name="email"
        label={labels.email}
        type="email"
        isRequired
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        onLeave={() => void checkOnLeave(registration, form, 'email')}
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
        label={labels.phone}
        type="tel"
        isRequired
        autoComplete="tel"
        description={t`With country code, or choose the country above.`}
        onLeave={() => void checkOnLeave(registration, form, 'phone')}
      />
      <PasswordFields control={control} password="password" repeat="repeat" />
      <SubmitButton form={form} wide>
        {t`Continue`}
      </SubmitButton>
      <DraftNotice registration={registration} />
    </Form>
  );
}

/** Returns the promo codes to which a rejection may refer. The server does not tell which of them is unavailable. */
const rejectedPromoFields = (code: ErrorCode, values: DetailsValues) => ({
  ...(code === 'promo_unavailable' && values.promo_code && { promo_code: code }),
  ...(code === 'promo_unavailable' && values.referral_promo_code && { referral_promo_code: code }),
});

/** The second step: optional details, and the consent. */
export function DetailsStep({ registration }: StepProps): ReactElement {
  const { t } = useLingui();
  const { values, checks, keepDetails, register, back } = registration;
  const heading = useRef<HTMLHeadingElement>(null);
  const [schema] = useState(() => detailsSchema(checks.refused));
  const form = useAppForm<DetailsValues, DetailsOutput>({
    schema,
    initial: pick(values, detailsFields),
    rejectedFields: rejectedPromoFields,
    onSubmit: register,
  });
  useDraftAutosave(form, { save: keepDetails, drop: () => Promise.resolve() });
  useEffect(() => heading.current?.focus(), []);
  const { control } = form;
  const labels = {
    last_name: t`Last name`,
    promo_code: t`Promo code`,
    referral_promo_code: t`Referral promo code`,
    consent: t`Consent`,
  };
  const code = { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false } as const;
  return (
    <Form form={form} failureTexts={failureTexts} className={styles.form} aria-label={t`Create account`}>
      <StepHeading ref={heading} number={2}>
        <Trans>Almost done</Trans>
      </StepHeading>
      <ErrorSummary form={form} labels={labels} />
      <FormTextField
        control={control}
        name="last_name"
        label={labels.last_name}
        description={t`Optional`}
        autoComplete="family-name"
      />
      <FormTextField
        {...code}
        control={control}
        name="promo_code"
        label={labels.promo_code}
        description={t`Optional`}
        onLeave={() => void checkOnLeave(registration, form, 'promo_code')}
      />
      <FormTextField
        {...code}
        control={control}
        name="referral_promo_code"
        label={labels.referral_promo_code}
        description={t`If someone invited you`}
        onLeave={() => void checkOnLeave(registration, form, 'referral_promo_code')}
      />
      <FormCheckbox control={control} name="consent">
        <Trans>
          I agree to the privacy policy and the public offer, and that an employee may write to me or call me.
        </Trans>
      </FormCheckbox>
      <div className={styles.buttons}>
        <Button variant="soft" onPress={back}>
          <Trans>Back</Trans>
        </Button>
        <SubmitButton form={form}>{t`Create account`}</SubmitButton>
      </div>
      <DraftNotice registration={registration} />
    </Form>
  );
}
