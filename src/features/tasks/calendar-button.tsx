import { useLingui } from '@lingui/react/macro';
import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs';
import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Task } from '../../../contract/entities/task.ts';
import { saveFile } from '../../components/media/save-file.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { Button } from '../../ui/button.tsx';
import { useWriteError } from '../../forms/use-write-error.ts';

/** Default reminders in minutes before the start, for a task without any reminder. */
const DEFAULT_REMINDERS = [15];

/** Exports the task to the device's calendar, which can remind the user even while the app is closed or offline. */
export function CalendarButton({ task }: { task: Task }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const toastError = useWriteError();
  const router = useRouter();
  const save = async (): Promise<void> => {
    const { calendarFile, fileName } = await import('../../lib/calendar-file.ts');
    const { href } = router.buildLocation({ to: '/tasks/$taskId', params: { taskId: task.id } });
    const { id, title, place, start_at, end_at, reminders, description } = task;
    const file = await calendarFile(
      { id, title, place, starts_at: start_at, ends_at: end_at },
      {
        text: description,
        url: new URL(href, location.href).href,
        now: store.now(),
        alarms: reminders.length > 0 ? reminders : DEFAULT_REMINDERS,
      },
    );
    saveFile(fileName(title), 'text/calendar', [file]);
  };
  return (
    <Button
      variant="ghost"
      icon={<IconCalendarPlus aria-hidden="true" />}
      onPress={() => void save().catch(toastError)}
    >
      {t`Add to calendar`}
    </Button>
  );
}
