import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useCallback, useEffect, useState } from 'react';
import type { Me } from '../../../contract/entities/me.ts';
import { isEmployee } from '../../../contract/roles.ts';
import type { Args } from '../../../contract/writes/index.ts';
import { onPushPermission } from '../../bridge/push.ts';
import { ErrorNotice } from '../../components/error/error-notice.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { Banner } from '../../ui/banner.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { saveSettings } from './actions.ts';
import { type PushFailure, type DevicePushState, readPushState, turnOffPush, turnOnPush } from './device-push.ts';
import styles from './profile.module.css';
import { QuietHours } from './quiet-hours.tsx';

const stateTexts: Partial<Record<DevicePushState, ReturnType<typeof msg>>> = {
  unsupported: msg`This browser cannot show notifications. On an iPhone, add the app to the home screen first.`,
  denied: msg`Blocked. Allow notifications for this site in the settings of the browser, then come back.`,
  off: msg`You are asked for permission first.`,
};

const failureTexts = { offline: msg`You need to be online to turn on notifications.` };

/** Returns whether this device gets push notifications; null until this is determined. */
function usePushState(user_id: string): [DevicePushState | null, () => void] {
  const [state, setState] = useState<DevicePushState | null>(null);
  const read = useCallback(() => {
    readPushState(user_id).then(setState, (error: unknown) => {
      log.warn('the state of notifications could not be read', error);
      setState('unsupported');
    });
  }, [user_id]);
  useEffect(() => {
    read();
    return onPushPermission(read);
  }, [read]);
  return [state, read];
}

function Failed({ failure }: { failure: PushFailure }): ReactElement {
  if (failure.why === 'dismissed') return <Banner title={<Trans>Notifications are off until you allow them.</Trans>} />;
  if (failure.why === 'push_service')
    return <Banner tone="need" title={<Trans>The browser cannot receive notifications now. Try again later.</Trans>} />;
  return <ErrorNotice error={failure} text={failureTexts} />;
}

/** The switch for push notifications on this device. After the tap, the browser requests the permission. */
function DeviceSwitch(): ReactElement {
  const { t } = useLingui();
  const { user_id } = useStore().actor;
  const [state, read] = usePushState(user_id);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PushFailure | null>(null);
  const turn = async (isOn: boolean): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const result = isOn ? await turnOnPush(user_id) : await turnOffPush();
      if (result && !result.ok) setFailure(result);
    } catch (error) {
      log.warn('notifications were not turned on or off', error);
      toast(t`An error occurred`, { tone: 'error' });
    } finally {
      setBusy(false);
      read();
    }
  };
  const text = state && stateTexts[state];
  return (
    <>
      <Switch
        isOn={state === 'on'}
        isDisabled={isBusy || state === null || state === 'unsupported' || state === 'denied'}
        onChange={(isOn) => void turn(isOn)}
        description={text ? t(text) : t`This device shows them even when the app is closed.`}
      >
        <Trans>Notifications on this device</Trans>
      </Switch>
      {failure && state !== 'denied' && <Failed failure={failure} />}
    </>
  );
}

/**
 * The settings for the kinds of push notifications, which apply to all devices on which the user has turned them on.
 */
export function NotificationsCard({ me }: { me: Me }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const change = (setting: Args<'settings.update'>): void => {
    saveSettings(store, setting).catch((error: unknown) => {
      log.warn('the setting was not saved', error);
      toast(t`An error occurred`, { tone: 'error' });
    });
  };
  return (
    <Card>
      <div className={styles.form}>
        <DeviceSwitch />
        {isEmployee(me) && (
          <>
            <Switch isOn={me.push_leads ?? true} onChange={(push_leads) => change({ push_leads })}>
              <Trans>Leads and handovers</Trans>
            </Switch>
            <Switch isOn={me.push_tasks ?? true} onChange={(push_tasks) => change({ push_tasks })}>
              <Trans>Due and new tasks</Trans>
            </Switch>
          </>
        )}
        <Switch isOn={me.push_tickets ?? true} onChange={(push_tickets) => change({ push_tickets })}>
          {isEmployee(me) ? <Trans>Replies to tickets</Trans> : <Trans>Answers to my requests</Trans>}
        </Switch>
        <Switch
          isOn={me.push_names ?? false}
          onChange={(push_names) => change({ push_names })}
          description={t`Anyone who sees the locked screen can read them.`}
        >
          <Trans>Show names and titles</Trans>
        </Switch>
        <QuietHours hours={me.quiet_hours ?? null} onChange={(quiet_hours) => change({ quiet_hours })} />
      </div>
    </Card>
  );
}
