import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { defaultWorkTimes } from '../../../contract/work-times.ts';
import { useSavedToast } from '../../components/sync/saved-toast.ts';
import { Screen } from '../../components/app/screen.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useUndo } from '../../hooks/use-undo.ts';
import { iso } from '../../lib/ports.ts';
import { Card, Stack } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { BackLink } from '../../ui/page-header.tsx';
import { TimesEditor } from './times-editor.tsx';

/** /profile/work-times: edits the user's own working hours, online or offline. */
export function OwnWorkingHoursScreen(): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const undo = useUndo();
  const showSavedToast = useSavedToast();
  const { user_id } = store.actor;
  const me = useLiveQuery(async () => store.db.me.get(user_id), [store, user_id]);
  const saved = t`Working hours saved`;
  const save = async (work_times: WorkTimes): Promise<void> => {
    const args = { work_times, at: iso(store.now()) };
    const op_id = await store.write({ kind: 'me.work_times', id: user_id, args });
    showSavedToast(op_id, saved, () => undo(op_id));
  };
  return (
    <Screen title={t`Working hours`} back={<BackLink to="/profile/settings">{t`Settings`}</BackLink>} narrow>
      {me ? (
        <Stack gap="m">
          {!me.is_manager && !me.is_superuser && (
            <p>
              <Trans>You get new leads during your working hours and up to two hours before.</Trans>
            </p>
          )}
          {!me.work_times && (
            <p role="note">
              <Trans>No working hours set. The default is Monday to Friday, 09:00 to 18:00.</Trans>
            </p>
          )}
          <Card>
            <TimesEditor times={me.work_times ?? defaultWorkTimes(me.time_zone)} onSave={save} />
          </Card>
        </Stack>
      ) : (
        <Skeleton leading="none" rows={7} />
      )}
    </Screen>
  );
}
