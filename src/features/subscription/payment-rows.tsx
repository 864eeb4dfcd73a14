import { useLingui } from '@lingui/react/macro';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactElement } from 'react';
import type { SubscriptionLine } from '../../../contract/entities/subscription.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { formatDate } from '../../lib/dates.ts';
import { List, Row, RowLink } from '../../ui/list.tsx';
import { paymentLabels } from './period-labels.ts';
import styles from './subscription.module.css';
import { usePlanName } from './use-plan-name.ts';

const tones = { pending: 'wait', paid: 'quiet', failed: 'need', refunded: 'quiet' } as const;

/** Lists payments of the subscription. Those that have a receipt link to it. */
export function PaymentRows({ lines, label }: { lines: readonly SubscriptionLine[]; label: string }): ReactElement {
  const { i18n } = useLingui();
  const money = useMoney();
  const planName = usePlanName();
  return (
    <List aria-label={label}>
      {lines.map((line) => {
        const facts = [formatDate(line.paid_at ?? line.at), i18n._(paymentLabels[line.status]), line.receipt];
        const row = {
          title: planName(line),
          badge: money(line.amount_cents),
          subtitle: facts.filter(Boolean).join(' · '),
          subtitleTone: tones[line.status],
        };
        if (line.receipt === null) return <Row key={line.id} {...row} />;
        return (
          <RowLink
            key={line.id}
            {...row}
            to="/subscription/history/$lineId"
            params={{ lineId: line.id }}
            trailing={<IconChevronRight aria-hidden="true" className={styles.arrow} />}
          />
        );
      })}
    </List>
  );
}
