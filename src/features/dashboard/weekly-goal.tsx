import { Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import type { ReactElement } from 'react';
import { DEFAULT_GOAL, goalParts, goalProgressSince, type GoalParts } from '../../../contract/weekly-goal.ts';
import { dateIn, startOfDay, weekdayIndex, zoneOrDevice } from '../../../contract/zones.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { iso } from '../../lib/ports.ts';
import { List, RowLink } from '../../ui/list.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';

/** The goal of this week, and the progress towards it. */
export interface GoalProgress extends GoalParts {
  reached: number;
}

const MAX_LESSONS = 500;

/** Returns the progress of the week from Monday, in the user's time zone; null if the goal is switched off. */
export async function savedGoalProgress(db: PhoneDb, user_id: string, now: number): Promise<GoalProgress | null> {
  const me = await db.me.get(user_id);
  // A row that was stored by an earlier version has no goal yet.
  const goal = me?.weekly_goal === undefined ? DEFAULT_GOAL : me.weekly_goal;
  if (!me || goal === null) return null;
  const zone = zoneOrDevice(me.time_zone);
  const monday = startOfDay(zone, now, -weekdayIndex(dateIn(zone, now)));
  const rows = await db.lesson_progress.where('last_read_at').aboveOrEqual(iso(monday)).limit(MAX_LESSONS).toArray();
  const parts = goalParts(goal);
  return { ...parts, reached: goalProgressSince(rows, parts.unit, monday) };
}

/** Shows how much of the weekly goal is reached; links to the setting. */
export function WeeklyGoal({ progress }: { progress: GoalProgress }): ReactElement {
  const { t } = useLingui();
  const { unit, target, reached } = progress;
  const done = Math.min(reached, target);
  const [lessons, minutes] = [target, target];
  const isReached = reached >= target;
  return (
    <List>
      <RowLink
        to="/profile/settings"
        leading={
          <ProgressRing small aria-label={t`Weekly goal`} value={done / target}>
            {isReached && <IconCheck aria-hidden="true" />}
          </ProgressRing>
        }
        title={isReached ? t`Weekly goal reached` : t`Weekly goal`}
        subtitle={
          unit === 'lessons' ? (
            <Trans>
              {done} of {lessons} done
            </Trans>
          ) : (
            <Trans>
              {done} of {minutes} min
            </Trans>
          )
        }
      />
    </List>
  );
}
