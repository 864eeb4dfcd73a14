import { Trans } from '@lingui/react/macro';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import type { ReactElement } from 'react';
import { dismissReminder, type Reminder } from '../../db/queries/reminder.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatLongDate } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';

function ReminderText({ subscription, until, isUnsent }: Reminder): ReactElement {
  const money = useMoney();
  const { state, plan, next } = subscription;
  const date = formatLongDate(until);
  const price = money((next ?? plan)?.price_cents ?? 0);
  if (state === 'active')
    return (
      <Trans>
        Your subscription renews on {date} for {price}.
      </Trans>
    );
  if (isUnsent) return <Trans>Not sent yet: your subscription renews on {date} until then.</Trans>;
  if (plan === null) return <Trans>Your free trial ends on {date}.</Trans>;
  return <Trans>Your subscription ends on {date} and does not renew.</Trans>;
}

/** Reminds a member 7 days and 1 day before the paid time ends, also offline. */
export function SubscriptionReminder({ reminder }: { reminder: Reminder }): ReactElement {
  const { db } = useStore();
  return (
    <Banner
      tone={reminder.days === 1 ? 'wait' : 'info'}
      role="status"
      icon={<IconCreditCard />}
      title={<ReminderText {...reminder} />}
      action={
        <LinkButton small variant="soft" to="/subscription">
          <Trans>Subscription</Trans>
        </LinkButton>
      }
      onClose={() => void dismissReminder(db, reminder)}
    />
  );
}
