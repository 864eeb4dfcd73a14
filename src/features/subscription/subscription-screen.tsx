import { Trans, useLingui } from '@lingui/react/macro';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { LogOutButton } from '../../components/session/log-out-button.tsx';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { formatLongDate } from '../../lib/dates.ts';
import { Banner } from '../../ui/banner.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ButtonRow, Card, Section, Stack } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { savedAccount } from './queries.ts';
import { RunningSubscription } from './running.tsx';
import styles from './subscription.module.css';
import { Welcome } from './welcome.tsx';
import type { Me } from '../../../contract/entities/me.ts';
import { isEmployee } from '../../../contract/roles.ts';
import type { SubscriptionState } from '../../../contract/values.ts';

type AccountState =
  | { kind: 'employee' }
  | { kind: 'paid'; until: string | null }
  | { kind: 'ended'; until: string | null }
  | { kind: 'none' };

type Account = Pick<Me, 'is_staff' | 'is_manager' | 'is_superuser' | 'is_subscribed' | 'subscribed_until'>;

/**
 * Returns what the account has access to; the server determines `is_subscribed`. `state` is that of the subscription, if
 * there is one.
 */
function accountState(me: Account, state: SubscriptionState | undefined): AccountState {
  if (isEmployee(me)) return { kind: 'employee' };
  if (me.is_subscribed) return { kind: 'paid', until: me.subscribed_until };
  const hasEnded = me.subscribed_until !== null || state === 'expired';
  return hasEnded ? { kind: 'ended', until: me.subscribed_until } : { kind: 'none' };
}

function AccountStateText({ state }: { state: AccountState }): ReactElement {
  switch (state.kind) {
    case 'employee':
      return <Trans>As an employee, you have access to everything.</Trans>;
    case 'paid': {
      if (state.until === null) return <Trans>Your subscription is active.</Trans>;
      const until = formatLongDate(state.until);
      return <Trans>Paid until {until}.</Trans>;
    }
    case 'ended': {
      if (state.until === null) return <Trans>Your subscription has ended. Free lessons stay on this device.</Trans>;
      const until = formatLongDate(state.until);
      return <Trans>Your subscription ended on {until}.</Trans>;
    }
    case 'none':
      return <Trans>You have no subscription yet.</Trans>;
  }
}

/** Lists the features that are available without paying. The user's own data is always available. */
function AvailableWithoutPaying(): ReactElement {
  return (
    <Section title={<Trans>What you can use now</Trans>}>
      <Card>
        <ul className={styles.possible}>
          <li>
            <Trans>Free lessons, online and offline</Trans>
          </li>
          <li>
            <Trans>The community discussion and your own comments</Trans>
          </li>
          <li>
            <Trans>Your profile, your settings, and everything you wrote</Trans>
          </li>
        </ul>
      </Card>
    </Section>
  );
}

/** Label of the link to the packages screen, which preselects the package of a failed payment. */
function PackagesLabel({ state }: { state: SubscriptionState | undefined }): ReactElement {
  if (state === 'past_due') return <Trans>Pay now</Trans>;
  return state === 'active' ? <Trans>Change package</Trans> : <Trans>Choose a package</Trans>;
}

/** /subscription: the user's subscription, and the features that the account can use. */
export function SubscriptionScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const account = useLiveQuery(async () => savedAccount(store), [store]);
  if (!account) {
    return (
      <Screen title={t`Subscription`} narrow>
        <Skeleton rows={2} leading="none" />
      </Screen>
    );
  }
  const { me, subscription, badge, packages } = account;
  const canBuy = packages.length > 0 && !isEmployee(me);
  const state = accountState(me, subscription?.state);
  const shown = subscription === null || subscription.state === 'none' || isEmployee(me) ? null : subscription;
  const hasAccess = state.kind === 'employee' || state.kind === 'paid';
  const isRunning = hasAccess && shown !== null && shown.state !== 'past_due';
  if (state.kind === 'none' && shown === null) {
    const { first_name: name } = me;
    const title = name === '' ? t`Welcome` : t`Welcome, ${name}`;
    return (
      <Screen title={title} documentTitle={t`Subscription`} narrow>
        <Welcome canBuy={canBuy} promoCode={subscription?.promo_code ?? null} />
      </Screen>
    );
  }
  return (
    <Screen title={t`Subscription`} narrow>
      <Stack>
        {shown && <RunningSubscription row={shown} badge={badge} />}
        {(shown === null || !hasAccess) && (
          <Banner
            tone={hasAccess ? 'info' : 'wait'}
            icon={hasAccess ? <IconCircleCheck /> : <IconLock />}
            title={<AccountStateText state={state} />}
          >
            {!hasAccess && !canBuy && <Trans>To unlock paid lessons, ask the person who invited you.</Trans>}
            {!hasAccess && canBuy && <Trans>Choose a package to unlock all lessons.</Trans>}
          </Banner>
        )}
        {!hasAccess && <AvailableWithoutPaying />}
        <Stack gap="s">
          {canBuy && (
            <LinkButton wide to="/subscription/packages" variant={isRunning ? 'soft' : 'primary'}>
              <PackagesLabel state={shown?.state} />
            </LinkButton>
          )}
          {!(canBuy && hasAccess) && (
            <ButtonRow>
              <LinkButton to="/lessons" variant={canBuy ? 'soft' : 'primary'}>
                <Trans>Go to lessons</Trans>
              </LinkButton>
              {!hasAccess && <LogOutButton />}
            </ButtonRow>
          )}
        </Stack>
      </Stack>
    </Screen>
  );
}
