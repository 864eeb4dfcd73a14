import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { FlowStats } from '../../../contract/entities/flow-stats.ts';
import { STATS_DAYS } from '../../../contract/landing/values.ts';
import { Sparkline } from '../../ui/sparkline.tsx';

const DAY_MS = 24 * 3_600_000;

/**
 * Returns the number of views for each of the last thirty days, oldest first. Days without views are missing in the
 * statistics and count as 0.
 */
export function dailyViews(days: FlowStats['days'], now: number): number[] {
  const views = new Map(days.map(({ day, views: count }) => [day, count]));
  return Array.from({ length: STATS_DAYS }, (_, index) => {
    const day = new Date(now - (STATS_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return views.get(day) ?? 0;
  });
}

/** A line chart of the views of the last thirty days; renders nothing without views. */
export function ViewsChart({ days, now }: { days: FlowStats['days']; now: number }): ReactElement | null {
  const { t } = useLingui();
  const views = dailyViews(days, now);
  const most = Math.max(...views);
  return most === 0 ? null : (
    <Sparkline values={views} label={t`Views a day in the last 30 days, ${most} at most`} isStrong />
  );
}
