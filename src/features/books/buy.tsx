import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { sync } from '../../bridge/sync.ts';
import { PayButton } from '../../components/payment/pay-button.tsx';
import type { BookDetails } from '../../db/queries/books.ts';
import { useMoney } from '../../hooks/use-money.ts';

/**
 * The button that buys a book. If it turns out that the book was bought before, the next sync cycle makes its file
 * available.
 */
export function BuyBook({ details: { book } }: { details: BookDetails }): ReactElement {
  const { t } = useLingui();
  const price = useMoney()(book.price_cents);
  return (
    <PayButton
      request={() => sync.book('buy', book.id)}
      onNothingToPay={() => void sync.syncNow()}
      offlineText={<Trans>You are offline. Go online to buy this book.</Trans>}
      note={<Trans>Once paid, the book appears on this device, even if you close that page.</Trans>}
    >
      {t`Buy for ${price}`}
    </PayButton>
  );
}
