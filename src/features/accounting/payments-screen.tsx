import { Trans, useLingui } from '@lingui/react/macro';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { LedgerPayment } from '../../../contract/api-calls/accounting.ts';
import { sync } from '../../bridge/sync.ts';
import { FetchStatus } from '../../components/app/age.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { isNotOffered, useFetched } from '../../hooks/use-fetched.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { Stack } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { PageButtons } from '../../ui/page-buttons.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { stateLabels } from './labels.ts';
import { savedPayments, savedPersonName } from './queries.ts';

const route = getRouteApi('/_member/_staff/payments');

const tones = {
  ...({ created: 'wait', pending: 'wait', succeeded: 'quiet', refunded: 'quiet' } as const),
  ...({ failed: 'need', expired: 'need' } as const),
};

function PaymentList({
  rows,
  isOfOnePerson,
}: {
  rows: readonly LedgerPayment[];
  isOfOnePerson: boolean;
}): ReactElement {
  const { t } = useLingui();
  const money = useMoney();
  return (
    <List aria-label={t`Payments`}>
      {rows.map((payment) => {
        const payer = payment.user_name === '' ? t`Deleted account` : payment.user_name;
        return (
          <Row
            key={payment.id}
            title={isOfOnePerson ? payment.title : `${payer}, ${payment.title}`}
            wrapTitle
            badge={money(payment.amount_cents)}
            subtitle={`${formatDateTime(payment.paid_at ?? payment.created_at)} · ${t(stateLabels[payment.state])}`}
            subtitleTone={tones[payment.state]}
          />
        );
      })}
    </List>
  );
}

/** /payments: the payments of one person or of all people assigned to the employee, fetched page by page. */
export function PaymentsScreen(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const navigate = useNavigate();
  const { person = '', page = 1 } = route.useSearch();
  const payments = useLiveQuery(
    async () => ({ person, page, list: await savedPayments(db, person, page) }),
    [db, person, page],
  );
  const name = useLiveQuery(async () => savedPersonName(db, person), [db, person]) ?? '';
  const fetching = useFetched(`${person} ${page}`, () => sync.account('fetchPayments', person, page));
  const list = payments?.person === person && payments.page === page ? payments.list : undefined;
  const isWaiting = list === undefined || (list === null && fetching.done === undefined);
  const icon = <IconCreditCard aria-hidden="true" />;
  const goToPage = (to: number) =>
    void navigate({ to: '/payments', search: { person: person || undefined, page: to } });
  const backLink =
    person === '' ? (
      <BackLink to="/more">{t`More`}</BackLink>
    ) : (
      <BackLink to="/user/view-details/$personId" params={{ personId: person }}>
        {name === '' ? t`Person` : name}
      </BackLink>
    );
  return (
    <Screen title={t`Payments`} narrow back={backLink}>
      <Stack gap="m">
        <FetchStatus at={list?.at ?? null} fetching={fetching} />
        {isWaiting && <Skeleton leading="none" />}
        {list === null && fetching.done !== undefined && !isNotOffered(fetching.done) && (
          <EmptyState icon={icon}>
            <Trans>Payments haven't synced to this device yet. You need to be online.</Trans>
          </EmptyState>
        )}
        {list?.rows.length === 0 && (
          <EmptyState icon={icon}>
            <Trans>No payments yet.</Trans>
          </EmptyState>
        )}
        {list && list.rows.length > 0 && <PaymentList rows={list.rows} isOfOnePerson={person !== ''} />}
        {list && <PageButtons page={page} next={list.next} onTurn={goToPage} />}
      </Stack>
    </Screen>
  );
}
