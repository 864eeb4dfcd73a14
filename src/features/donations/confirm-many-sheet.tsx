import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { DonationCard } from '../../db/queries/donations.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSingleFlight } from '../../hooks/use-write-action.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/card.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.ts';
import { confirmDonations } from './actions.ts';
import { type DecidingUser, mayConfirm } from './decide.tsx';

interface ConfirmManySheetProps {
  cards: readonly DonationCard[];
  decider: DecidingUser;
  onClose: () => void;
}

/**
 * Confirms the selected donations that the user may confirm, and shows how many of the selected donations the user may
 * not confirm.
 */
export function ConfirmManySheet({ cards, decider, onClose }: ConfirmManySheetProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const money = useMoney();
  const runOnce = useSingleFlight();
  const confirmable = cards.flatMap(({ donation }) => (mayConfirm(donation, decider) ? [donation] : []));
  const others = cards.length - confirmable.length;
  const sum = money(confirmable.reduce((total, { amount_cents }) => total + amount_cents, 0));
  const confirm = async (): Promise<void> => {
    const isDone = await runOnce(() => confirmDonations(store, confirmable));
    if (!isDone) return;
    onClose();
    toast(t`Saved on this device. Will be sent.`);
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Plural value={confirmable.length} one="Confirm # donation?" other="Confirm # donations?" />}
      {...(confirmable.length > 0 && { description: t`${sum} in total` })}
      footer={
        confirmable.length > 0 ? (
          <Button wide writes onPress={() => void confirm()}>
            <Plural value={confirmable.length} one="Confirm # donation" other="Confirm # donations" />
          </Button>
        ) : (
          <Button wide onPress={onClose}>
            <Trans>Done</Trans>
          </Button>
        )
      }
    >
      <Stack gap="s">
        {confirmable.length > 0 && (
          <p>
            <Trans>
              Confirm only if you have seen the money or the receipt. This cannot be undone once it is sent.
            </Trans>
          </p>
        )}
        {others > 0 && (
          <p>
            <Plural
              value={others}
              one="# selected donation is skipped: it does not wait to be confirmed, or someone else must confirm it."
              other="# selected donations are skipped: they do not wait to be confirmed, or someone else must confirm them."
            />
          </p>
        )}
      </Stack>
    </Sheet>
  );
}
