import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { msg } from '@lingui/core/macro';
import { type ReactElement, useState } from 'react';
import type { PromoOffer } from '../../../contract/api-calls/subscription.ts';
import { failureText, type FailureCode } from '../../components/error/error-messages.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './subscription.module.css';
import type { Promo } from './use-promo.ts';

const MAX_LENGTH = 40;

/** Texts for error codes, which are more specific here than in the rest of the app. */
const refusals = {
  promo_unavailable: msg`This promo code can't be used.`,
  subscription_state: msg`This code starts a free trial, and you already have a subscription.`,
};

function Offer({ offer }: { offer: PromoOffer }): ReactElement {
  const money = useMoney();
  const { code, trial_days, discount_percent } = offer;
  const [amount, price] = [money(offer.amount_cents), money(offer.price_cents)];
  if (trial_days > 0)
    return (
      <Plural
        value={trial_days}
        one={`# day free with ${code}. You pay nothing, and it does not renew.`}
        other={`# days free with ${code}. You pay nothing, and it does not renew.`}
      />
    );
  return (
    <Trans>
      {discount_percent}% off with {code}: {amount} now, later {price}.
    </Trans>
  );
}

function Failure({ failure, again }: { failure: FailureCode; again: () => void }): ReactElement {
  const { t } = useLingui();
  return (
    <>
      <p className={styles.promoError} role="alert">
        {t(failureText(failure, { codes: refusals }).title)}
      </p>
      {failure.why !== 'refused' && (
        <Button small variant="soft" onPress={again}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </>
  );
}

/** Shows the entered promo code and its effect on the price. */
function EnteredCode({ promo }: { promo: Promo }): ReactElement {
  const { code, offer, failure, isUnconfirmed, again, apply } = promo;
  return (
    <Stack gap="s">
      {offer && (
        <p className={styles.saved} role="status">
          <Offer offer={offer} />
        </p>
      )}
      {!offer && isUnconfirmed && !failure && (
        <p className={styles.details} role="status">
          <Trans>The promo code {code} is checked when you are online.</Trans>
        </p>
      )}
      {failure && <Failure failure={failure} again={again} />}
      <div>
        <Button small variant="soft" onPress={() => apply('')}>
          <Trans>Remove the code</Trans>
        </Button>
      </div>
    </Stack>
  );
}

/** The field for a promo code, which the server checks for the chosen package. */
export function PromoField({ promo }: { promo: Promo }): ReactElement {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const [text, setText] = useState('');
  const apply = (): void => {
    if (text.trim() === '') return;
    promo.apply(text.trim().toUpperCase());
    setShown(false);
    setText('');
  };
  if (promo.code !== '') return <EnteredCode promo={promo} />;
  if (!isShown)
    return (
      <div>
        <Button small variant="ghost" onPress={() => setShown(true)}>
          <Trans>I have a promo code</Trans>
        </Button>
      </div>
    );
  return (
    <div className={styles.promo}>
      <TextField
        label={t`Promo code`}
        value={text}
        onChange={setText}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        enterKeyHint="done"
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
      <Button variant="soft" isDisabled={text.trim() === ''} onPress={apply}>
        <Trans>Apply</Trans>
      </Button>
    </div>
  );
}
