import { Plural, Trans, useLingui } from '@lingui/react/macro';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconFileExport from '@tabler/icons-react/dist/esm/icons/IconFileExport.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { AccountingProblem, AccountingReport, LedgerMonth } from '../../../contract/api-calls/accounting.ts';
import { sync } from '../../bridge/sync.ts';
import { FetchStatus } from '../../components/app/age.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { saveFile } from '../../components/media/save-file.ts';
import { isNotOffered, useFetched } from '../../hooks/use-fetched.ts';
import { useMoney } from '../../hooks/use-money.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useSyncState } from '../../hooks/sync-context.tsx';
import { formatDateTime } from '../../lib/dates.ts';
import { capitalize, formatMonth } from '../../lib/intl-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Section, Stack } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { problemLabels } from './labels.ts';
import { savedAccountingSummary } from './queries.ts';

/** Kinds of problems that compare amounts of money. */
const amountKinds: AccountingProblem['kind'][] = ['other_amount', 'provider_amount', 'payment_unknown'];

/**
 * Returns a function that formats the values of a problem: times and amounts in readable form; other values, such as
 * states, are returned as they are.
 */
function useProblemValue(): (kind: AccountingProblem['kind'], value: string) => string {
  const money = useMoney();
  return (kind, value) => {
    if (kind === 'other_time' || kind === 'other_access') return formatDateTime(value);
    const [cents = '', currency = 'USD'] = value.split(' ');
    if (!amountKinds.includes(kind)) return value;
    return currency === 'USD' ? money(Number(cents)) : `${(Number(cents) / 100).toFixed(2)} ${currency}`;
  };
}

function ProblemRow({ problem }: { problem: AccountingProblem }): ReactElement {
  const { t } = useLingui();
  const valueText = useProblemValue();
  const { kind, user_name, payment_id } = problem;
  const [expected, found] = [problem.expected, problem.found].map((value) => value && valueText(kind, value));
  // If only the found value is known, it is shown if it is an amount. A found state is already named in the title.
  const amount = amountKinds.includes(kind) && found;
  const values = expected && found ? t`Expected ${expected}, found ${found}` : amount;
  return (
    <Row
      title={t(problemLabels[kind])}
      wrapTitle
      subtitle={[user_name, values, payment_id].filter(Boolean).join(' · ')}
    />
  );
}

function Report({ report }: { report: AccountingReport }): ReactElement {
  const { t } = useLingui();
  const { problem_count: count, problems, payments, subscriptions, provider_payments, provider } = report;
  const time = formatDateTime(report.checked_at);
  return (
    <Stack gap="m">
      <Banner
        tone={count === 0 ? 'info' : 'need'}
        icon={count === 0 ? <IconCircleCheck /> : <IconAlertTriangle />}
        title={
          count === 0 ? <Trans>Everything agrees</Trans> : <Plural value={count} one="# problem" other="# problems" />
        }
      >
        <Trans>
          Checked on {time}: payments {payments}, subscriptions {subscriptions}, compared with the provider{' '}
          {provider_payments}.
        </Trans>{' '}
        {provider === 'unreachable' && <Trans>The payment provider is not responding.</Trans>}
        {provider === 'none' && <Trans>There is no payment provider.</Trans>}
      </Banner>
      {problems.length > 0 && problems.length < count && (
        <small>
          <Trans>Only the first ones of each type are listed.</Trans>
        </small>
      )}
      {problems.length > 0 && (
        <List aria-label={t`Problems`}>
          {problems.map((problem) => (
            <ProblemRow key={JSON.stringify(problem)} problem={problem} />
          ))}
        </List>
      )}
    </Stack>
  );
}

function MonthRow({ sums }: { sums: LedgerMonth }): ReactElement {
  const { t } = useLingui();
  const money = useMoney();
  const isOffline = useSyncState()?.status.connection === 'offline';
  const [isBusy, setBusy] = useState(false);
  const { payments, paid_cents, refunded_cents, donated_cents, total_cents } = sums;
  const month = formatMonth(sums.month);
  const [paid, refunded, donated] = [money(paid_cents), money(refunded_cents), money(donated_cents)];
  const download = async (): Promise<void> => {
    setBusy(true);
    const result = await sync.account('fetchLedger', sums.month).catch(() => null);
    setBusy(false);
    if (result?.ok) saveFile(`haversack-ledger-${sums.month}.csv`, 'text/csv', [result.file]);
    else toast(t`The file could not be downloaded. Try again later.`, { tone: 'error' });
  };
  return (
    <Row
      title={capitalize(month)}
      badge={money(total_cents)}
      subtitle={t`Payments ${payments}: ${paid}; refunds ${refunded}; donations ${donated}`}
      trailing={
        <Button
          small
          variant="soft"
          icon={<IconFileExport aria-hidden="true" />}
          aria-label={t`Download CSV of ${month}`}
          isPending={isBusy}
          isDisabled={isOffline}
          onPress={() => void download()}
        >
          CSV
        </Button>
      }
    />
  );
}

/** Fetches the monthly sums and the report together, so that their age, or a failure, is shown in one place. */
function Accounts(): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const accounts = useLiveQuery(async () => savedAccountingSummary(db), [db]);
  const fetching = useFetched('accounts', async () => {
    const [months, report] = await Promise.all([sync.account('fetchMonths'), sync.account('fetchReport')]);
    return months.ok ? report : months;
  });
  const isNeverFetched = accounts?.months === null && fetching.done !== undefined;
  const hasReport = accounts?.report != null;
  return (
    <Stack>
      {(hasReport || fetching.done === undefined) && (
        <Section title={<Trans>Nightly check</Trans>}>
          {!hasReport && <Skeleton rows={1} leading="none" />}
          {accounts?.report?.report && <Report report={accounts.report.report} />}
          {accounts?.report?.report === null && (
            <p>
              <Trans>The first check runs tonight.</Trans>
            </p>
          )}
        </Section>
      )}
      <Section title={<Trans>Months</Trans>}>
        <Stack gap="m">
          <FetchStatus at={accounts?.months?.at ?? null} fetching={fetching} />
          {!accounts?.months && !isNeverFetched && <Skeleton leading="none" />}
          {isNeverFetched && !isNotOffered(fetching.done) && (
            <EmptyState>
              <Trans>The accounts haven't synced to this device yet. You need to be online.</Trans>
            </EmptyState>
          )}
          {accounts?.months?.rows.length === 0 && (
            <EmptyState>
              <Trans>No payments yet.</Trans>
            </EmptyState>
          )}
          {accounts?.months && accounts.months.rows.length > 0 && (
            <List aria-label={t`Months`}>
              {accounts.months.rows.map((sums) => (
                <MonthRow key={sums.month} sums={sums} />
              ))}
            </List>
          )}
        </Stack>
      </Section>
    </Stack>
  );
}

/** /accounting: the sums of each month with their export, and the problems that the nightly check found. For admins. */
export function AccountingScreen(): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const isAdmin = useLiveQuery(async () => (await db.me.get(actor.user_id))?.is_superuser ?? false, [db, actor]);
  return (
    <Screen title={t`Accounting`} narrow back={<BackLink to="/more">{t`More`}</BackLink>}>
      {isAdmin === undefined && <Skeleton leading="none" />}
      {isAdmin === false && (
        <EmptyState>
          <Trans>Only administrators can see the accounts.</Trans>
        </EmptyState>
      )}
      {isAdmin && <Accounts />}
    </Screen>
  );
}
