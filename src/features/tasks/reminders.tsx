import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { reminderMinutes } from '../../../contract/values.ts';
import { useDurationText } from '../../components/task/task-time.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import styles from './tasks.module.css';

const MAX_REMINDERS = 3;
const DAY_MINUTES = 1440;

/** Returns a function that labels the time before the start, such as "15 min before". */
export function useReminderLabels(): (minutes: number) => string {
  const { t } = useLingui();
  const length = useDurationText();
  return (minutes) => {
    if (minutes === 0) return t`At start time`;
    if (minutes === DAY_MINUTES) return t`1 day before`;
    const time = length(minutes * 60);
    return t`${time} before`;
  };
}

/** Selects up to three reminders. */
export function Reminders({ value, onChange }: { value: number[]; onChange: (value: number[]) => void }): ReactElement {
  const reminderLabel = useReminderLabels();
  const isFull = value.length >= MAX_REMINDERS;
  const toggle = (minutes: number, isOn: boolean): void => {
    const otherReminders = value.filter((other) => other !== minutes);
    onChange(isOn ? [...otherReminders, minutes].toSorted((a, b) => a - b).slice(0, MAX_REMINDERS) : otherReminders);
  };
  return (
    <FieldGroup label={<Trans>Reminders</Trans>} isNamed>
      <div className={styles.pair}>
        {reminderMinutes
          .filter((minutes) => !isFull || value.includes(minutes))
          .map((minutes) => (
            <Checkbox key={minutes} isChecked={value.includes(minutes)} onChange={(isOn) => toggle(minutes, isOn)}>
              {reminderLabel(minutes)}
            </Checkbox>
          ))}
      </div>
      <small>
        <Trans>
          Reminders can't sound while the app is closed and you are offline. Add the task to your calendar to be alerted
          anyway.
        </Trans>
      </small>
    </FieldGroup>
  );
}
