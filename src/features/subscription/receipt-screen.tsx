import { Trans, useLingui } from '@lingui/react/macro';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Me } from '../../../contract/entities/me.ts';
import type { SubscriptionLine } from '../../../contract/entities/subscription.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatDate, formatDateTime } from '../../lib/dates.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card, Stack } from '../../ui/card.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { paymentLabels } from './period-labels.ts';
import { savedAccount } from './queries.ts';
import styles from './subscription.module.css';
import { usePlanName } from './use-plan-name.ts';

const route = getRouteApi('/_member/subscription/history/$lineId');

function Receipt({ line, me }: { line: SubscriptionLine; me: Me }): ReactElement {
  const { t } = useLingui();
  const money = useMoney();
  const planName = usePlanName();
  const name = [me.first_name, me.last_name].filter(Boolean).join(' ');
  const { discount } = line;
  const [from, until] = [line.from && formatDate(line.from), line.until && formatDate(line.until)];
  return (
    <Stack>
      <Card>
        <p className={styles.issuer}>Haversack</p>
        <p className={styles.total}>
          {money(line.amount_cents)} {line.status === 'refunded' && <span>({t(paymentLabels.refunded)})</span>}
        </p>
        <Details>
          <Detail name={<Trans>Receipt number</Trans>}>{line.receipt}</Detail>
          <Detail name={<Trans>Paid at</Trans>}>{formatDateTime(line.paid_at ?? line.at)}</Detail>
          <Detail name={<Trans>Paid by</Trans>}>
            {name}
            {me.email !== null && `\n${me.email}`}
          </Detail>
          <Detail name={<Trans>Package</Trans>}>{planName(line)}</Detail>
          {from !== null && until !== null && (
            <Detail name={<Trans>Paid time</Trans>}>
              {from} – {until}
            </Detail>
          )}
          {discount && (
            <>
              <Detail name={<Trans>Price</Trans>}>{money(line.amount_cents + discount.amount_cents)}</Detail>
              <Detail name={<Trans>Discount</Trans>}>
                {money(-discount.amount_cents)} ({discount.code})
              </Detail>
            </>
          )}
          <Detail name={<Trans>Currency</Trans>}>USD</Detail>
        </Details>
      </Card>
      <div className={styles.screenOnly}>
        <Button icon={<IconPrinter aria-hidden="true" />} onPress={() => window.print()}>
          <Trans>Print</Trans>
        </Button>
        <p className={styles.details}>
          <Trans>To save it as a PDF, choose that in the print dialog.</Trans>
        </p>
      </div>
    </Stack>
  );
}

function NoReceipt(): ReactElement {
  const action = (
    <LinkButton to="/subscription/history" variant="soft">
      <Trans>Payments</Trans>
    </LinkButton>
  );
  return (
    <EmptyState icon={<IconReceipt aria-hidden="true" />} action={action}>
      <Trans>There is no such receipt on this device.</Trans>
    </EmptyState>
  );
}

/** /subscription/history/{id}: the receipt of a payment, which can be printed. */
export function ReceiptScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const { lineId } = route.useParams();
  const account = useLiveQuery(async () => savedAccount(store), [store]);
  const line = account?.subscription?.history.find(({ id, receipt }) => id === lineId && receipt !== null);
  return (
    <Screen title={t`Receipt`} narrow back={<BackLink to="/subscription/history">{t`Payments`}</BackLink>}>
      {account === undefined && <Skeleton rows={3} leading="none" />}
      {account !== undefined && !line && <NoReceipt />}
      {account && line && <Receipt line={line} me={account.me} />}
    </Screen>
  );
}
