import { Trans } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { TimeInWords, OtherTimeField, useFollowUpTimes, useTimeLabel } from '../../components/task/follow-up.tsx';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import styles from './tasks.module.css';

export interface FollowUpButtonsProps {
  /** The planned instant; empty if there is none. */
  value: string;
  onChange: (start_at: string) => void;
  /** Called with the instant of a pressed button; saves the form. */
  onChoose: (start_at: string) => void;
}

/** Buttons that save a form with a follow-up at a suggested time, and a field for another time. */
export function FollowUpButtons({ value, onChange, onChoose }: FollowUpButtonsProps): ReactElement {
  const suggested = useFollowUpTimes();
  const labelOf = useTimeLabel();
  const [isPicking, setPicking] = useState(false);
  const isOpen = isPicking || value !== '';
  const toggle = (): void => {
    setPicking(!isOpen);
    if (isOpen) onChange('');
  };
  return (
    <FieldGroup label={<Trans>Save and plan next contact</Trans>}>
      <div className={styles.followUps}>
        {suggested.map((time) => (
          <Button key={time.key} variant="soft" small writes onPress={() => onChoose(iso(time.at))}>
            {labelOf(time)}
          </Button>
        ))}
        <Button variant="ghost" small onPress={toggle}>
          {isOpen ? <Trans>No next contact</Trans> : <Trans>Pick…</Trans>}
        </Button>
      </div>
      {isOpen && <OtherTimeField value={value} onChange={onChange} />}
      <TimeInWords value={value} />
    </FieldGroup>
  );
}
