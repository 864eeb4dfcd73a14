import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { RejectReason, type Donation } from '../../../contract/entities/donation.ts';
import { isOwnDonation, needsManager } from '../../../contract/states/donation.ts';
import { z } from '../../../contract/zod.ts';
import { FormTextArea } from '../../forms/fields.tsx';
import { Form, RequiredNotice, SubmitButton } from '../../forms/form.tsx';
import { requiredText } from '../../forms/schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/card.tsx';
import { StickyBar } from '../../ui/layout.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { confirmDonation, rejectDonation } from './actions.ts';
import styles from './donations.module.css';

const schema = z.object({ reason: requiredText(RejectReason) });

/** The current user, with the roles that determine which donations they may confirm or reject. */
export interface DecidingUser {
  user_id: string;
  is_staff: boolean;
  is_manager: boolean;
}

/** Whether the user may reject the donation: only an employee other than its author and donor may. */
export const mayReject = (donation: Donation, { user_id, is_staff }: DecidingUser): boolean =>
  is_staff && donation.state === 'submitted' && !isOwnDonation(donation, user_id);

/** Whether the user may confirm the donation; above $1,000 only a manager may. */
export const mayConfirm = (donation: Donation, decider: DecidingUser): boolean =>
  mayReject(donation, decider) && (decider.is_manager || !needsManager(donation));

function RejectSheet({ donation, onClose }: { donation: Donation; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const form = useAppForm({
    schema,
    initial: { reason: '' },
    onSubmit: async ({ reason }) => {
      if (await step(() => rejectDonation(store, donation, reason), t`Donation not accepted`)) onClose();
    },
  });
  return (
    <Sheet isOpen onClose={onClose} title={t`Why is it not accepted?`} closesOnOutsidePress={false}>
      <Form form={form} className={styles.form} aria-label={t`Why is it not accepted?`}>
        <RequiredNotice control={form.control} title={t`Please, fill all necessary fields`} />
        <FormTextArea
          control={form.control}
          name="reason"
          isRequired
          label={t`Reason`}
          description={t`The person who entered it sees this and can correct it.`}
        />
        <SubmitButton form={form} variant="danger" wide>
          {t`Do not accept`}
        </SubmitButton>
      </Form>
    </Sheet>
  );
}

interface ConfirmSheetProps {
  donation: Donation;
  onClose: () => void;
}

/** Asks again before a donation is confirmed, because a confirmation cannot be undone once it is sent. */
function ConfirmSheet({ donation, onClose }: ConfirmSheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const money = useMoney();
  const amount = money(donation.amount_cents);
  const confirm = async (): Promise<void> => {
    if (await step(() => confirmDonation(store, donation), t`Donation confirmed`)) onClose();
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t`Confirm ${amount}?`}
      footer={
        <Button wide writes onPress={() => void confirm()}>
          <Trans>Confirm donation</Trans>
        </Button>
      }
    >
      <p>
        <Trans>Confirm only if you have seen the money or the receipt. This cannot be undone once it is sent.</Trans>
      </p>
    </Sheet>
  );
}

/** The buttons of an employee who decides about a donation. */
export function DecisionButtons({
  donation,
  decider,
}: {
  donation: Donation;
  decider: DecidingUser;
}): ReactElement | null {
  const [sheet, setSheet] = useState<'confirm' | 'reject' | null>(null);
  if (!mayReject(donation, decider)) return null;
  const close = (): void => setSheet(null);
  return (
    <>
      <StickyBar>
        <ButtonRow>
          <Button variant="soft" wide writes onPress={() => setSheet('reject')}>
            <Trans>Do not accept</Trans>
          </Button>
          {mayConfirm(donation, decider) && (
            <Button wide writes onPress={() => setSheet('confirm')}>
              <Trans>Confirm</Trans>
            </Button>
          )}
        </ButtonRow>
      </StickyBar>
      {sheet === 'confirm' && <ConfirmSheet donation={donation} onClose={close} />}
      {sheet === 'reject' && <RejectSheet donation={donation} onClose={close} />}
    </>
  );
}
