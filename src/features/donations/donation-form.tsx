import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useWatch } from 'react-hook-form';
import { donationPurposes, manualMethods } from '../../../contract/values.ts';
import { methodLabels, purposeLabels } from '../../components/donation/donation-labels.ts';
import { ErrorSummary } from '../../forms/error-summary.tsx';
import { FormCheckbox, FormChipField, FormInstantField, FormSelectField, FormTextArea } from '../../forms/fields.tsx';
import { Form } from '../../forms/form.tsx';
import { RestoredNotice } from '../../forms/restored-notice.tsx';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatDateTime, toDateTimeInput } from '../../lib/dates.ts';
import { parseCents } from '../../lib/money.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { AmountField } from './amount-field.tsx';
import styles from './donations.module.css';
import type { InitialForm } from './initial-form.ts';
import { PurposeField } from './purpose-field.tsx';
import { ReceiptField } from './receipt-field.tsx';
import { type DonationForm as FormApi, type SimilarDonation, useDonationForm } from './use-donation-form.ts';

const FORM = 'donation-form';

/** Asks whether the entered donation is a separate one; shown if a similar one exists. */
function SimilarNotice({ similar }: { similar: SimilarDonation }): ReactElement {
  const money = useMoney();
  const title = <Trans>Is this another donation?</Trans>;
  if (similar === 'on_server')
    return (
      <Banner tone="wait" role="alert" title={title}>
        <Trans>The same amount was already entered for the same time. Save again only if it is another donation.</Trans>
      </Banner>
    );
  const { author_name } = similar;
  const [amount, paidAt] = [money(similar.amount_cents), formatDateTime(similar.paid_at)];
  return (
    <Banner tone="wait" role="alert" title={title}>
      <Trans>
        {author_name} already entered {amount}, paid at {paidAt}. Save again only if it is another donation.
      </Trans>
    </Banner>
  );
}

function DonorField({
  control,
  initialForm,
}: Pick<FormApi, 'control'> & { initialForm: InitialForm }): ReactElement | null {
  const { t } = useLingui();
  if (initialForm.kind !== 'person') return null;
  return (
    <FormSelectField
      control={control}
      name="donor_id"
      isRequired
      label={t({ message: 'From', context: 'donor' })}
      placeholder={t`Choose`}
      options={initialForm.donors.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}

function Fields({ control, initialForm }: Pick<FormApi, 'control'> & { initialForm: InitialForm }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  return (
    <div className={styles.columns}>
      <div className={styles.form}>
        <DonorField control={control} initialForm={initialForm} />
        <AmountField control={control} name="amount" />
        <FormChipField
          control={control}
          name="method"
          label={t`How was it paid?`}
          chips={manualMethods.map((key) => ({ key, label: t(methodLabels[key]) }))}
        />
        <FormInstantField
          control={control}
          name="paid_at"
          isRequired
          label={t`Payment date and time`}
          max={toDateTimeInput(store.now())}
        />
        <PurposeField control={control} name="purpose" textFieldName="purpose_text" />
      </div>
      <ReceiptField control={control} hasStoredPhoto={initialForm.hasPhoto} />
      <div className={styles.form}>
        <FormTextArea control={control} name="comment" label={t`Comment`} />
        <FormCheckbox control={control} name="is_anonymous">
          {initialForm.kind === 'own' ? <Trans>Do not show my name</Trans> : <Trans>Do not show the name</Trans>}
        </FormCheckbox>
      </div>
    </div>
  );
}

/** The amount and the purpose of the donation, which stay visible above the button. */
function Total({ control }: Pick<FormApi, 'control'>): ReactElement | null {
  const { t } = useLingui();
  const money = useMoney();
  const [amount, purpose] = useWatch({ control, name: ['amount', 'purpose'] });
  const cents = parseCents(amount);
  if (cents === null) return null;
  const label = donationPurposes.find((key) => key === purpose);
  return (
    <div className={styles.total}>
      <span>{label && t(purposeLabels[label])}</span>
      <strong>{money(cents)}</strong>
    </div>
  );
}

export interface DonationFormProps {
  initialForm: InitialForm;
  onReset: () => void;
}

/** The form that enters or corrects a donation that was paid outside of the app. Its draft is stored while typing. */
export function DonationForm({ initialForm, onReset }: DonationFormProps): ReactElement {
  const { t } = useLingui();
  const { form, dropDraft, similar } = useDonationForm(initialForm);
  const labels = {
    donor_id: t({ message: 'From', context: 'donor' }),
    amount: t`Amount in US dollars`,
    method: t`How was it paid?`,
    paid_at: t`Payment date and time`,
    purpose: t`Purpose`,
    purpose_text: t`What is it for?`,
    photos: t`Photo of the receipt`,
    comment: t`Comment`,
  };
  return (
    <>
      <Form form={form} id={FORM} className={styles.form} aria-label={t`Donation`}>
        {initialForm.isRestored && <RestoredNotice onReset={() => void dropDraft().then(onReset)} />}
        <ErrorSummary form={form} labels={labels} />
        <Fields control={form.control} initialForm={initialForm} />
        {similar && <SimilarNotice similar={similar} />}
      </Form>
      <StickyBar>
        <div className={styles.bar}>
          <Total control={form.control} />
          <Button type="submit" form={FORM} wide isPending={form.isSaving}>
            {similar ? <Trans>Save anyway</Trans> : <Trans>Save donation</Trans>}
          </Button>
        </div>
      </StickyBar>
    </>
  );
}
