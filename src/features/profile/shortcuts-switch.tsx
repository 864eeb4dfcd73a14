import { Trans } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { areShortcutsOn, setShortcutsOn } from '../../hooks/shortcuts.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';

/** Turns single-key shortcuts on or off on this device. */
export function ShortcutsSwitch(): ReactElement {
  const [isOn, setOn] = useState(areShortcutsOn);
  const change = (next: boolean): void => {
    setShortcutsOn(next);
    setOn(areShortcutsOn());
  };
  return (
    <Card>
      <Switch isOn={isOn} onChange={change}>
        <Trans>Keyboard shortcuts: press ? to see them</Trans>
      </Switch>
    </Card>
  );
}
