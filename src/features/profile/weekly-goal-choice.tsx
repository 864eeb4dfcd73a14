import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { goalParts, weeklyGoals, type WeeklyGoal } from '../../../contract/weekly-goal.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { log } from '../../lib/log.ts';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { toast } from '../../ui/toast.ts';
import { saveSettings } from './actions.ts';

const OFF = 'off';

/** Lets the user choose the weekly goal that the dashboard shows, or turn it off. */
export function WeeklyGoalChoice({ value }: { value: WeeklyGoal | null }): ReactElement {
  const { t } = useLingui();
  const store = useStore();
  const titleOf = (goal: WeeklyGoal): string => {
    const { unit, target } = goalParts(goal);
    const [lessons, minutes] = [target, target];
    return unit === 'lessons'
      ? t`${plural(lessons, { one: '# lesson', other: '# lessons' })}`
      : t`${plural(minutes, { one: '# min', other: '# min' })}`;
  };
  const choose = (chosen: string): void => {
    const weekly_goal = weeklyGoals.find((goal) => goal === chosen) ?? null;
    if (weekly_goal === value) return;
    void saveSettings(store, { weekly_goal }).catch((error: unknown) => {
      log.warn('the setting was not saved', error);
      toast(t`An error occurred`, { tone: 'error' });
    });
  };
  return (
    <RadioCards
      label={t`Weekly goal`}
      options={[{ value: OFF, title: t`Off` }, ...weeklyGoals.map((goal) => ({ value: goal, title: titleOf(goal) }))]}
      value={value ?? OFF}
      onChange={choose}
      layout="row"
    />
  );
}
