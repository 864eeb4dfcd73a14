import { Trans, useLingui } from '@lingui/react/macro';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { coveredFee } from '../../../contract/card-fee.ts';
import { donationFrequencies, donationPurposes } from '../../../contract/values.ts';
import { Screen } from '../../components/app/screen.tsx';
import { frequencyLabels, frequencySegments, purposeLabels } from '../../components/donation/donation-labels.ts';
import { PayButton } from '../../components/payment/pay-button.tsx';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { FormCheckbox, FormChipField, FormTextArea } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { useMoney } from '../../hooks/use-money.ts';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { parseCents } from '../../lib/money.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton, TextButton } from '../../ui/button.tsx';
import { ButtonRow, Card, Stack } from '../../ui/card.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { AmountField } from './amount-field.tsx';
import styles from './donations.module.css';
import { PurposeField } from './purpose-field.tsx';
import { type CardForm, type InitialCardForm, useCardForm, useInitialCardForm } from './use-card-form.ts';

/** Shows when the card is charged again. */
function RepeatNotice({ control }: Pick<CardForm, 'control'>): ReactElement | null {
  const frequency = useWatch({ control, name: 'frequency' });
  if (frequency === 'one_time') return null;
  return (
    <p className={styles.hint} role="status">
      {frequency === 'monthly' && <Trans>Your card is charged again every month.</Trans>}
      {frequency === 'quarterly' && <Trans>Your card is charged again every three months.</Trans>}
      {frequency === 'yearly' && <Trans>Your card is charged again every year.</Trans>}{' '}
      <Trans>You can pause or end it at any time.</Trans>
    </p>
  );
}

function FeeField({ control }: Pick<CardForm, 'control'>): ReactElement {
  const money = useMoney();
  const cents = parseCents(useWatch({ control, name: 'amount' }));
  const [fee, gift] = [money(coveredFee(cents ?? 0)), money(cents ?? 0, (cents ?? 0) % 100 === 0 ? 0 : 2)];
  return (
    <FormCheckbox control={control} name="cover_fee">
      <span className={styles.option}>
        <Trans>Cover the card fee</Trans>
        {cents !== null && cents > 0 && (
          <small>
            <Trans>
              Adds {fee}, so all {gift} arrives
            </Trans>
          </small>
        )}
      </span>
    </FormCheckbox>
  );
}

/** The comment field of a donation, which opens when its button is pressed. */
function CommentField({ form }: { form: CardForm }): ReactElement {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(form.getValues('comment') !== '');
  if (isOpen) return <FormTextArea control={form.control} name="comment" label={t`Comment`} />;
  return (
    <TextButton onPress={() => setOpen(true)}>
      <span className={styles.iconText}>
        <IconMessage aria-hidden="true" />
        <Trans>Add a comment</Trans>
      </span>
    </TextButton>
  );
}

function Fields({ form }: { form: CardForm }): ReactElement {
  const { t } = useLingui();
  const { control } = form;
  return (
    <>
      <AmountField control={control} name="amount" />
      <Stack gap="s">
        <FormChipField
          control={control}
          name="frequency"
          label={t`How often`}
          segmented
          chips={donationFrequencies.map((key) => ({ key, label: t(frequencySegments[key]) }))}
        />
        <RepeatNotice control={control} />
      </Stack>
      <PurposeField control={control} name="purpose" textFieldName="purpose_text" />
      <Card padded={false}>
        <div className={styles.options}>
          <FeeField control={control} />
          <FormCheckbox control={control} name="is_anonymous">
            <Trans>Do not show my name</Trans>
          </FormCheckbox>
          <div>
            <CommentField form={form} />
          </div>
        </div>
      </Card>
    </>
  );
}

/** The charged amount and its frequency, which stay visible above the button. */
function Total({ control }: Pick<CardForm, 'control'>): ReactElement | null {
  const { t } = useLingui();
  const money = useMoney();
  const [amount, frequency, purpose, isFeeCovered] = useWatch({
    control,
    name: ['amount', 'frequency', 'purpose', 'cover_fee'],
  });
  const cents = parseCents(amount);
  if (cents === null) return null;
  const labels = [
    donationFrequencies.find((key) => key === frequency),
    donationPurposes.find((key) => key === purpose),
  ] as const;
  const total = cents + (isFeeCovered ? coveredFee(cents) : 0);
  return (
    <div className={styles.total}>
      <span>
        {labels[0] && t(frequencyLabels[labels[0]])} · {labels[1] && t(purposeLabels[labels[1]])}
      </span>
      <strong>{money(total)}</strong>
    </div>
  );
}

function PayBar({ form, requestPage }: Pick<ReturnType<typeof useCardForm>, 'form' | 'requestPage'>): ReactElement {
  const navigate = useNavigate();
  const values = useWatch({ control: form.control });
  return (
    <StickyBar>
      <div className={styles.bar}>
        <Total control={form.control} />
        {/* Changed values make a different donation, so the key resets the state of the button. */}
        <PayButton
          key={JSON.stringify(values)}
          wide
          icon={<IconCreditCard aria-hidden="true" />}
          request={requestPage}
          onNothingToPay={() => void navigate({ to: '/donations', search: { list: 'all' } })}
          offlineText={<Trans>You need to be online to pay by card.</Trans>}
          note={<Trans>Once paid, the donation is in your list, even if you close that page.</Trans>}
        >
          <Trans>Pay by card</Trans>
        </PayButton>
      </div>
    </StickyBar>
  );
}

function CardDonationForm({ initialForm, onReset }: { initialForm: InitialCardForm; onReset: () => void }) {
  const { t } = useLingui();
  const { form, dropDraft, requestPage } = useCardForm(initialForm);
  const isOffline = useSyncState()?.status.connection === 'offline';
  const labels = {
    amount: t`Amount in US dollars`,
    frequency: t`How often`,
    purpose: t`Purpose`,
    purpose_text: t`What is it for?`,
    comment: t`Comment`,
  };
  return (
    <>
      <Form form={form} className={styles.form} aria-label={t`Donation`}>
        {initialForm.isRestored && <RestoredNotice onReset={() => void dropDraft().then(onReset)} />}
        {isOffline && (
          <Banner
            tone="wait"
            role="status"
            action={
              <LinkButton small variant="soft" to="/donate/paid">
                <Trans>Already paid</Trans>
              </LinkButton>
            }
          >
            <Trans>You are offline. You can still enter what you paid by transfer or in cash.</Trans>
          </Banner>
        )}
        <ErrorSummary form={form} labels={labels} />
        <Fields form={form} />
        <ButtonRow>
          {!isOffline && (
            <LinkButton variant="soft" to="/donate/paid">
              <Trans>Already paid</Trans>
            </LinkButton>
          )}
          <LinkButton variant="soft" to="/donations" search={{ list: 'all' }}>
            <Trans>Your donations</Trans>
          </LinkButton>
        </ButtonRow>
      </Form>
      <PayBar form={form} requestPage={requestPage} />
    </>
  );
}

/** /donate: makes a one-time or recurring donation by card. */
export function DonateScreen(): ReactElement {
  const { t } = useLingui();
  const [initialForm, reset] = useInitialCardForm();
  return (
    <Screen title={t`Donate`} back={<BackLink to="/more">{t`More`}</BackLink>} narrow>
      {initialForm ? (
        <CardDonationForm key={initialForm.round} initialForm={initialForm} onReset={reset} />
      ) : (
        <Skeleton leading="none" />
      )}
    </Screen>
  );
}
