import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Commission, CommissionMonth } from '../../../../contract/api-calls/partners.ts';
import { sync } from '../../../bridge/sync.ts';
import { FetchStatus } from '../../../components/app/age.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import { useFetched } from '../../../hooks/use-fetched.ts';
import { useMoney } from '../../../hooks/use-money.ts';
import { capitalize, formatMonth } from '../../../lib/intl-formats.ts';
import { Section, Stack } from '../../../ui/card.tsx';
import { List, Row } from '../../../ui/list.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { savedCommission } from './queries.ts';

function MonthRow({ sums }: { sums: CommissionMonth }): ReactElement {
  const { t } = useLingui();
  const money = useMoney();
  const [donations, subscriptions] = [money(sums.donations_cents), money(sums.subscriptions_cents)];
  const refunds = money(sums.refunds_cents);
  const paid = t`Donations ${donations}, subscriptions ${subscriptions}`;
  return (
    <Row
      title={capitalize(formatMonth(sums.month))}
      badge={money(sums.commission_cents)}
      subtitle={sums.refunds_cents > 0 ? t`${paid}, refunds ${refunds}` : paid}
    />
  );
}

function Months({ commission }: { commission: Commission }): ReactElement {
  const { t } = useLingui();
  const { percent, people, months } = commission;
  return (
    <>
      <small>
        <Plural
          value={people}
          one={`${percent}% of what # person in the branch paid`}
          other={`${percent}% of what # people in the branch paid`}
        />
      </small>
      {months.length === 0 && (
        <p>
          <Trans>No payments yet.</Trans>
        </p>
      )}
      {months.length > 0 && (
        <List aria-label={t`Commission by month`}>
          {months.map((sums) => (
            <MonthRow key={sums.month} sums={sums} />
          ))}
        </List>
      )}
    </>
  );
}

/** The commission of a partner by month, as last fetched. */
export function PartnerCommission({ id, percent }: { id: string; percent: number }): ReactElement {
  const { db } = useStore();
  // The key contains the percentage, so that the amounts are fetched again when it changes.
  const fetching = useFetched(`${id} ${percent}`, () => sync.account('fetchPartner', id));
  const saved = useLiveQuery(async () => savedCommission(db, id), [db, id]);
  const isWaiting = saved === undefined || (saved === null && fetching.done === undefined);
  return (
    <Section title={<Trans>Commission by month</Trans>} level={3}>
      <Stack gap="m">
        <FetchStatus at={saved?.at ?? null} fetching={fetching} />
        {isWaiting && <Skeleton rows={2} leading="none" />}
        {saved === null && fetching.done !== undefined && (
          <p>
            <Trans>The commission hasn't synced to this device yet. You need to be online.</Trans>
          </p>
        )}
        {saved?.commission && <Months commission={saved.commission} />}
      </Stack>
    </Section>
  );
}
