import { Trans, useLingui } from '@lingui/react/macro';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type ReactElement, type Ref, useState } from 'react';
import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { MAX_EXCEPTIONS } from '../../../contract/work-times-input.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { formatDate } from '../../lib/dates.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { List, Row } from '../../ui/list.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './employees.module.css';
import { daysOffError, hasTypedDaysOff, type DaysOffDraft } from './times-draft.ts';

type Exceptions = WorkTimes['exceptions'];

interface NewDaysOffProps {
  typed: DaysOffDraft;
  onType: (typed: DaysOffDraft) => void;
  onAdd: () => void;
  /** Ref of the first date field, which gets the focus if the typed days off are invalid. */
  ref?: Ref<HTMLElement> | undefined;
  /** Whether an error in the typed days off is shown even before the Add button is pressed. */
  showsErrors: boolean;
}

function NewDaysOff({ typed, onType, onAdd, showsErrors, ref }: NewDaysOffProps): ReactElement {
  const { t } = useLingui();
  const [isPressed, setPressed] = useState(false);
  const code = daysOffError(typed);
  const isShown = isPressed || (showsErrors && hasTypedDaysOff(typed));
  const add = (): void => {
    setPressed(code !== undefined);
    if (!code) onAdd();
  };
  return (
    <div className={styles.pair}>
      <DateTimeField
        ref={ref}
        type="date"
        label={t`First day`}
        value={typed.from}
        onChange={(from) => onType({ ...typed, from })}
        errorMessage={isShown && code ? t(errorText(code)) : undefined}
      />
      <DateTimeField type="date" label={t`Last day`} value={typed.to} onChange={(to) => onType({ ...typed, to })} />
      <TextField label={t`Note`} value={typed.note} onChange={(note) => onType({ ...typed, note })} maxLength={100} />
      <div>
        <Button variant="soft" onPress={add}>
          <Trans>Add days off</Trans>
        </Button>
      </div>
    </div>
  );
}

export type DaysOffProps = NewDaysOffProps & {
  exceptions: Exceptions;
  onChange: (exceptions: Exceptions) => void;
};

/** The exceptions to the weekly working hours: days off, and days with other hours. */
export function DaysOff({ exceptions, onChange, ...typing }: DaysOffProps): ReactElement {
  const { t } = useLingui();
  const hoursOf = ({ type, intervals }: Exceptions[number]): string => {
    if (type === 'off') return t`Day off`;
    return intervals?.map(({ from, to }) => `${from}–${to}`).join(', ') ?? t`Working day`;
  };
  return (
    <div className={styles.form}>
      {exceptions.length > 0 && (
        <List aria-label={t`Days off`}>
          {exceptions.map((one, index) => {
            const days = one.from === one.to ? formatDate(one.from) : `${formatDate(one.from)} – ${formatDate(one.to)}`;
            const remove = (): void => onChange(exceptions.filter((_, place) => place !== index));
            return (
              <Row
                key={`${one.from} ${one.to} ${index}`}
                title={days}
                subtitle={[hoursOf(one), one.note].filter(Boolean).join(' · ')}
                trailing={
                  <IconButton aria-label={t`Remove: ${days}`} onPress={remove}>
                    <IconTrash aria-hidden="true" />
                  </IconButton>
                }
              />
            );
          })}
        </List>
      )}
      {exceptions.length < MAX_EXCEPTIONS && <NewDaysOff {...typing} />}
    </div>
  );
}
