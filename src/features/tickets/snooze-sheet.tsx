import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactElement, useState } from 'react';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { TICKET_SNOOZE_MS } from '../../../contract/values.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { atHour, fromDateTimeInput, inDays, toDateTimeInput } from '../../lib/dates.ts';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/card.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { snooze } from './actions.ts';
import styles from './tickets.module.css';

/** Nine in the morning, the given number of days ahead. */
const morning = (now: number, days: number): string => iso(atHour(inDays(now, days), 9));

/** Snoozes a ticket until a date. */
export function SnoozeSheet({ ticket, onClose }: { ticket: StaffTicket; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const [when, setWhen] = useState(() => toDateTimeInput(morning(store.now(), 1)));
  const [code, setCode] = useState<string | null>(null);
  const put = (until: string): void => {
    void step(() => snooze(store, ticket, until), t`Ticket snoozed`).then((isDone) => isDone && onClose());
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const until = fromDateTimeInput(when);
    const left = Date.parse(until) - store.now();
    const wrong = until === '' ? 'required' : left <= 0 || left > TICKET_SNOOZE_MS ? 'snooze_out_of_range' : null;
    setCode(wrong);
    if (wrong === null) put(until);
  };
  return (
    <Sheet isOpen onClose={onClose} title={t`Snooze until`} description={t`It comes back automatically.`}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <ButtonRow>
          <Button variant="soft" onPress={() => put(morning(store.now(), 1))}>{t`Tomorrow`}</Button>
          <Button variant="soft" onPress={() => put(morning(store.now(), 3))}>{t`In three days`}</Button>
          <Button variant="soft" onPress={() => put(morning(store.now(), 7))}>{t`In a week`}</Button>
        </ButtonRow>
        <DateTimeField
          label={t`Choose a date`}
          value={when}
          onChange={setWhen}
          {...(code && { errorMessage: t(errorText(code)) })}
        />
        <Button type="submit" wide>
          {t`Snooze`}
        </Button>
      </form>
    </Sheet>
  );
}
