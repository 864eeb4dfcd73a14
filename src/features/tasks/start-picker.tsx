import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, type ReactNode, type Ref, useState } from 'react';
import { useStore } from '../../hooks/store-context.tsx';
import { formatDayTime, fromDateTimeInput, toDateTimeInput } from '../../lib/dates.ts';
import { iso } from '../../lib/ports.ts';
import { ChipGroup } from '../../ui/chips.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';

export interface StartChoice {
  key: string;
  label: ReactNode;
  minutes: number;
}

export type StartPickerProps = {
  label: ReactNode;
  name: string;
  choices: readonly StartChoice[];
  /** The chosen instant; empty if there is none. */
  value: string;
  onChange: (start_at: string) => void;
  errorMessage?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/**
 * Chips that set a start: a relative one such as "in 15 min", counted from the press, or a date and time that the user
 * enters.
 */
export function StartPicker({
  label,
  name,
  choices,
  value,
  onChange,
  errorMessage,
  ref,
}: StartPickerProps): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const [chosen, setChosen] = useState(value ? 'pick' : '');
  const chips = [...choices, { key: 'pick', label: t`Date and time` }];
  const choose = (key: string): void => {
    setChosen(key);
    const choice = choices.find((candidate) => candidate.key === key);
    if (choice) onChange(startIn(choice.minutes, store.now()));
  };
  const starts = value && formatDayTime(value);
  return (
    <FieldGroup label={label} errorMessage={errorMessage}>
      <ChipGroup ref={ref} aria-label={name} wrap value={chosen} onChange={choose} chips={chips} />
      {chosen === 'pick' ? (
        <DateTimeField
          aria-label={t`Date and time`}
          value={toDateTimeInput(value)}
          onChange={(input) => onChange(fromDateTimeInput(input))}
        />
      ) : (
        value && (
          <small>
            <Trans>Starts {starts}</Trans>
          </small>
        )
      )}
    </FieldGroup>
  );
}

const MINUTE_MS = 60_000;

/** Returns the instant that is some minutes later than `now`, rounded to the minute. */
const startIn = (minutes: number, now: number): string =>
  iso(Math.round(now / MINUTE_MS) * MINUTE_MS + minutes * MINUTE_MS);

/** Returns the options for the start of a new task. */
export function useStartChoices(): StartChoice[] {
  const { t } = useLingui();
  return [
    { key: '0', label: t`Now`, minutes: 0 },
    { key: '15', label: t`15 min`, minutes: 15 },
    { key: '30', label: t`30 min`, minutes: 30 },
    { key: '45', label: t`45 min`, minutes: 45 },
    { key: '60', label: t`1 hour`, minutes: 60 },
    { key: '75', label: t`1 h 15 min`, minutes: 75 },
    { key: '90', label: t`1 h 30 min`, minutes: 90 },
  ];
}
