import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import { TICKET_SNOOZE_MS } from '../../../contract/values.ts';
import { z } from '../../../contract/zod.ts';
import { FormDateTimeField } from '../../forms/fields.tsx';
import { Form, SubmitButton } from '../../forms/form.tsx';
import { requiredText } from '../../forms/schema.ts';
import { useAppForm } from '../../forms/use-app-form.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useWriteAction } from '../../hooks/use-write-action.ts';
import { atHour, fromDateTimeInput, daysLater, toDateTimeInput } from '../../lib/dates.ts';
import { iso } from '../../lib/ports.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/card.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { snoozeTicket } from './actions.ts';
import styles from './tickets.module.css';

/** Returns the instant at 09:00, `days` days from now. */
const morning = (now: number, days: number): string => iso(atHour(daysLater(now, days), 9));

/** Returns the schema that converts the typed date to an instant, within the time for which a ticket may be snoozed. */
function snoozeSchema(now: () => number) {
  const isInRange = (until: string): boolean => {
    const remainingMs = Date.parse(until) - now();
    return remainingMs > 0 && remainingMs <= TICKET_SNOOZE_MS;
  };
  const until = z.string().check(z.refine(isInRange, { error: 'snooze_out_of_range' }));
  return z.object({ until: requiredText(z.pipe(z.pipe(z.string(), z.transform(fromDateTimeInput)), until)) });
}

/** The sheet that snoozes a ticket until a date. */
export function SnoozeSheet({ ticket, onClose }: { ticket: StaffTicket; onClose: () => void }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const step = useWriteAction();
  const snoozeUntil = async (until: string): Promise<void> => {
    if (await step(() => snoozeTicket(store, ticket, until), t`Ticket snoozed`)) onClose();
  };
  const form = useAppForm({
    schema: snoozeSchema(store.now),
    initial: { until: toDateTimeInput(morning(store.now(), 1)) },
    onSubmit: ({ until }) => snoozeUntil(until),
  });
  return (
    <Sheet isOpen onClose={onClose} title={t`Snooze until`} description={t`It comes back automatically.`}>
      <Form form={form} className={styles.form}>
        <ButtonRow>
          <Button variant="soft" writes onPress={() => void snoozeUntil(morning(store.now(), 1))}>{t`Tomorrow`}</Button>
          <Button
            variant="soft"
            writes
            onPress={() => void snoozeUntil(morning(store.now(), 3))}
          >{t`In three days`}</Button>
          <Button
            variant="soft"
            writes
            onPress={() => void snoozeUntil(morning(store.now(), 7))}
          >{t`In a week`}</Button>
        </ButtonRow>
        <FormDateTimeField control={form.control} name="until" label={t`Choose a date`} />
        <SubmitButton form={form} wide>
          {t`Snooze`}
        </SubmitButton>
      </Form>
    </Sheet>
  );
}
