import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { saveProfile } from './actions.ts';

/** The switch that shows the user's phone number and email address to the people above them in the team. */
export function TeamContactSwitch({ isOn }: { isOn: boolean }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const change = (show_contact_to_team: boolean): void => {
    void saveProfile(store, { show_contact_to_team }).catch((error: unknown) => {
      log.warn('the setting was not saved', error);
      toast(t`An error occurred`, { tone: 'error' });
    });
  };
  return (
    <Card>
      <Switch isOn={isOn} onChange={change}>
        <Trans>Show my phone number and email to the people who invited me and those above them</Trans>
      </Switch>
    </Card>
  );
}
