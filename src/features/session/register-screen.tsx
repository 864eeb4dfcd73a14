import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { errorText } from '../../components/error/error-text.tsx';
import { EmptyNotice, ErrorNotice } from '../../components/error/error-notice.tsx';
import { PasswordFields } from '../../forms/password-pair.tsx';
import { countryOptions } from '../../lib/countries.ts';
import { Button, TextLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './login.module.css';
import { PublicPage } from './public-page.tsx';
import type { Draft } from './register-draft.ts';
import { placeId, type Registration, useRegistration } from './use-registration.ts';

const words = {
  offline: msg`Your entries, except the password, are saved on this device. Submit them when you are back online.`,
};

interface Shared {
  id: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  errorMessage: string | undefined;
}

/** What every text field of the form shares. */
function useFields({ set, faults }: Registration, draft: Draft): (name: keyof Draft) => Shared {
  const { t } = useLingui();
  return (name: keyof Draft) => ({
    id: placeId(name),
    name,
    value: draft[name],
    onChange: (value: string) => set({ [name]: value }),
    errorMessage: faults[name] ? t(errorText(faults[name])) : undefined,
  });
}

interface PartProps {
  form: Registration;
  draft: Draft;
}

function PersonFields({ form, draft }: PartProps): ReactElement {
  const { t, i18n } = useLingui();
  const field = useFields(form, draft);
  return (
    <>
      <div className={styles.pair}>
        <TextField {...field('first_name')} label={t`First name`} isRequired autoComplete="given-name" />
        <TextField {...field('last_name')} label={t`Last name`} autoComplete="family-name" />
      </div>
      <TextField
        {...field('email')}
        label={t`Email`}
        type="email"
        isRequired
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        {...field('country')}
        label={t`Country`}
        placeholder={t`Not specified`}
        options={countryOptions(i18n.locale)}
      />
      <TextField
        {...field('phone')}
        label={t`Phone`}
        type="tel"
        isRequired
        autoComplete="tel"
        description={t`With country code, or choose the country above.`}
      />
    </>
  );
}

function CodeFields({ form, draft }: PartProps): ReactElement {
  const { t } = useLingui();
  const field = useFields(form, draft);
  return (
    <div className={styles.pair}>
      <TextField
        {...field('promo_code')}
        label={t`Promo code`}
        description={t`Optional`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <TextField
        {...field('referral_promo_code')}
        label={t`Referral promo code`}
        description={t`If someone invited you`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </div>
  );
}

function RegisterForm({ form, draft }: PartProps): ReactElement {
  const { t } = useLingui();
  const { faults, fault, pair, setPair, consent, setConsent, isPending, submit } = form;
  const isMissing = Object.values(faults).includes('required');
  const hasTyped = Object.values(draft).some((value) => value !== '');
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={t`Create account`}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {fault && <ErrorNotice error={fault} text={words} />}
      {isMissing && <EmptyNotice />}
      <PersonFields form={form} draft={draft} />
      <PasswordFields
        value={pair}
        onChange={setPair}
        errors={{
          ...(faults.password && { password: faults.password }),
          ...(faults.repeat && { repeat: faults.repeat }),
        }}
      />
      <CodeFields form={form} draft={draft} />
      <Checkbox
        id={placeId('consent')}
        isChecked={consent}
        onChange={setConsent}
        errorMessage={faults.consent ? t(errorText(faults.consent)) : undefined}
      >
        <Trans>
          I agree to the privacy policy and the public offer, and that an employee may write to me or call me.
        </Trans>
      </Checkbox>
      <Button type="submit" wide isPending={isPending}>
        {t`Create account`}
      </Button>
      {hasTyped && (
        <p className={styles.kept}>
          <Trans>Your entries, except the password, stay on this device until the account is created.</Trans>{' '}
          <TextLink onPress={form.clear}>
            <Trans>Clear</Trans>
          </TextLink>
        </p>
      )}
    </form>
  );
}

/** A new account. Sent while the network is there, and never later by itself: a password is not kept. */
export function RegisterScreen(): ReactElement {
  const { t } = useLingui();
  const form = useRegistration();
  return (
    <PublicPage
      title={t`Create account`}
      lead={<Trans>You need to be online to register. After that, everything works offline.</Trans>}
    >
      <Card>{form.draft ? <RegisterForm form={form} draft={form.draft} /> : <Skeleton rows={4} leading="none" />}</Card>
      <div className={styles.links}>
        <TextLink href="/login">
          <Trans>I already have an account</Trans>
        </TextLink>
      </div>
    </PublicPage>
  );
}
