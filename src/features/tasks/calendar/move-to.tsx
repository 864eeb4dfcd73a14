import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import type { Task } from '../../../../contract/entities/task.ts';
import { addDays, dateIn, deviceZone, timeIn } from '../../../../contract/zones.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/card.tsx';
import { savedWorkTimes } from '../../../db/queries/work-times.ts';
import { busySpans } from './calendar-queries.ts';
import styles from './calendar.module.css';
import { firstFreeStart, freeStarts } from './free-times.ts';
import { type TaskTimes, timesOf } from './moves.ts';
import { useSaveMove, useSlotText } from './use-save-move.ts';
import type { PhoneDb } from '../../../db/schema/db.ts';

async function searchFor(db: PhoneDb, user_id: string, task: Task, now: number) {
  const [times, busy] = await Promise.all([savedWorkTimes(db, user_id), busySpans(db, task.assignee_id, task.id, now)]);
  const { start, end } = timesOf(task);
  return { times, busy, length: end - start };
}

const startingAt = (task: Task, at: number): TaskTimes => {
  const { start, end } = timesOf(task);
  return { start: at, end: at + end - start };
};

/** Returns the times of a task at the next free time; null if there is none within two weeks. */
export async function nextFreeTimes(db: PhoneDb, user_id: string, task: Task, now: number): Promise<TaskTimes | null> {
  const start = firstFreeStart(await searchFor(db, user_id, task, now), now);
  return start === null ? null : startingAt(task, start);
}

/** Suggests free times for a task, and offers the form for any other time. */
export function FreeTimeSuggestions({
  task,
  now,
  onPick,
}: {
  task: Task;
  now: number;
  onPick: () => void;
}): ReactElement {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const suggested = useLiveQuery(async () => {
    const search = await searchFor(db, actor.user_id, task, now);
    return { starts: freeStarts(search, now, deviceZone()) };
  }, [db, actor.user_id, task, now]);
  return (
    <Section title={t`Move to`} level={3}>
      <div className={styles.suggestions}>
        {suggested && <Suggestions {...suggested} {...{ task, now }} zone={deviceZone()} />}
        <Button variant="ghost" small writes onPress={onPick}>
          <Trans>Pick a time</Trans>
        </Button>
      </div>
      {suggested?.starts.length === 0 && (
        <small>
          <Trans>No free working time in the next two weeks.</Trans>
        </small>
      )}
    </Section>
  );
}

type SuggestionsProps = { task: Task; now: number; zone: string; starts: readonly number[] };

function Suggestions({ task, now, zone, starts }: SuggestionsProps): ReactElement[] {
  const { t } = useLingui();
  const save = useSaveMove(zone);
  const slotText = useSlotText(zone);
  const today = dateIn(zone, now);
  const labelOf = (start: number): string => {
    const [day, time] = [dateIn(zone, start), timeIn(zone, start)];
    if (day === today) return t`Today ${time}`;
    return day === addDays(today, 1) ? t`Tomorrow ${time}` : slotText(start);
  };
  return starts.map((start) => (
    <Button key={start} variant="soft" small writes onPress={() => save(task, startingAt(task, start))}>
      {labelOf(start)}
    </Button>
  ));
}
