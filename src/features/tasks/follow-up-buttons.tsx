import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useState } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { fromDateTimeInput, toDateTimeInput } from '../../lib/dates.ts';
import { Button } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { startIn, useLaterChoices } from './start-picker.tsx';
import styles from './tasks.module.css';

export interface FollowUpButtonsProps {
  /** The planned instant; empty if there is none. */
  value: string;
  onChange: (start_at: string) => void;
  /** Called with the instant of a pressed button; saves the form. */
  onChoose: (start_at: string) => void;
}

/** Buttons that save a form with a follow-up at a relative time, and a field for another time. */
export function FollowUpButtons({ value, onChange, onChoose }: FollowUpButtonsProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const choices = useLaterChoices();
  const [isPicking, setPicking] = useState(false);
  const isOpen = isPicking || value !== '';
  const toggle = (): void => {
    setPicking(!isOpen);
    if (isOpen) onChange('');
  };
  return (
    <FieldGroup label={<Trans>Save and plan next contact</Trans>}>
      <div className={styles.followUps}>
        {choices.map(({ key, label, minutes }) => (
          <Button key={key} variant="soft" small writes onPress={() => onChoose(startIn(minutes, store.now()))}>
            {label}
          </Button>
        ))}
        <Button variant="ghost" small onPress={toggle}>
          {isOpen ? <Trans>No next contact</Trans> : <Trans>Date and time</Trans>}
        </Button>
      </div>
      {isOpen && (
        <DateTimeField
          aria-label={t`Date and time`}
          value={toDateTimeInput(value)}
          onChange={(input) => onChange(fromDateTimeInput(input))}
        />
      )}
    </FieldGroup>
  );
}
