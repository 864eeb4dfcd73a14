import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { quietTimes } from '../../../contract/quiet-hours.ts';
import { Switch } from '../../ui/switch.tsx';
import { TimeField } from '../../ui/time-field.tsx';
import styles from './profile.module.css';

const DEFAULT = { from: '22:00', to: '07:00' };

interface QuietHoursProps {
  hours: string | null;
  onChange: (hours: string | null) => void;
}

/** The hours in which no push notifications are shown. A change is saved when both times are complete and differ. */
export function QuietHours({ hours, onChange }: QuietHoursProps): ReactElement {
  const { t } = useLingui();
  const saved = quietTimes(hours);
  const [typed, setTyped] = useState<typeof DEFAULT | null>(null);
  const { from, to } = typed ?? saved ?? DEFAULT;
  const type = (change: Partial<typeof DEFAULT>): void => {
    const next = { from, to, ...change };
    const text = `${next.from}-${next.to}`;
    setTyped(next);
    if (quietTimes(text) && text !== hours) onChange(text);
  };
  const turn = (isOn: boolean): void => {
    setTyped(null);
    onChange(isOn ? `${DEFAULT.from}-${DEFAULT.to}` : null);
  };
  return (
    <>
      <Switch isOn={saved !== null} onChange={turn} description={t`Notifications wait until the quiet hours end.`}>
        <Trans>Quiet hours</Trans>
      </Switch>
      {saved && (
        <div className={styles.times}>
          <TimeField label={t`From`} value={from} onChange={(value) => type({ from: value })} />
          <TimeField
            label={t`To`}
            value={to}
            onChange={(value) => type({ to: value })}
            {...(from !== '' && from === to && { errorMessage: t`Choose two different times` })}
          />
        </div>
      )}
    </>
  );
}
