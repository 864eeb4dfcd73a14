import { Trans, useLingui } from '@lingui/react/macro';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type ReactElement, useState } from 'react';
import type { WorkTimes } from '../../../contract/entities/work-times.ts';
import { MAX_EXCEPTIONS } from '../../../contract/work-times-input.ts';
import { formatDate } from '../../lib/dates.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { List, Row } from '../../ui/list.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './employees.module.css';

type Exceptions = WorkTimes['exceptions'];

/** Noon, so that no zone moves the date. */
const shown = (date: string): string => formatDate(`${date}T12:00:00`);

export interface DaysOffProps {
  exceptions: Exceptions;
  onChange: (exceptions: Exceptions) => void;
}

function NewDayOff({ onAdd }: { onAdd: (one: Exceptions[number]) => void }): ReactElement {
  const { t } = useLingui();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [note, setNote] = useState('');
  const [fault, setFault] = useState('');
  const add = (): void => {
    const last = to || from;
    if (from === '') return setFault(t`Please, fill this field`);
    if (last < from) return setFault(t`Incorrect time from and time to`);
    onAdd({ from, to: last, type: 'off', note: note.trim().slice(0, 100) });
    setFrom('');
    setTo('');
    setNote('');
    setFault('');
  };
  return (
    <div className={styles.pair}>
      <DateTimeField type="date" label={t`First day`} value={from} onChange={setFrom} errorMessage={fault} />
      <DateTimeField type="date" label={t`Last day`} value={to} onChange={setTo} />
      <TextField label={t`Note`} value={note} onChange={setNote} maxLength={100} />
      <div>
        <Button variant="soft" onPress={add}>
          <Trans>Add days off</Trans>
        </Button>
      </div>
    </div>
  );
}

/** Days that are unlike the week: free ones, or with other hours. */
export function DaysOff({ exceptions, onChange }: DaysOffProps): ReactElement {
  const { t } = useLingui();
  const hoursOf = ({ type, intervals }: Exceptions[number]): string => {
    if (type === 'off') return t`Free`;
    return intervals?.map(({ from, to }) => `${from}–${to}`).join(', ') ?? t`Working day`;
  };
  return (
    <div className={styles.form}>
      {exceptions.length > 0 && (
        <List aria-label={t`Days off`}>
          {exceptions.map((one, index) => {
            const days = one.from === one.to ? shown(one.from) : `${shown(one.from)} – ${shown(one.to)}`;
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
      {exceptions.length < MAX_EXCEPTIONS && <NewDayOff onAdd={(one) => onChange([...exceptions, one])} />}
    </div>
  );
}
