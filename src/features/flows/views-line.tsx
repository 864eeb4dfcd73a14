import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { FlowStats } from '../../../contract/entities/flow-stats.ts';
import { STATS_DAYS } from '../../../contract/landing/values.ts';
import { Sparkline } from '../../ui/sparkline.tsx';

const DAY_MS = 24 * 3_600_000;

/** Returns the views of each of the last thirty days, the oldest first; statistics leave out days without any. */
export function dailyViews(days: FlowStats['days'], now: number): number[] {
  const views = new Map(days.map(({ day, views: count }) => [day, count]));
  return Array.from({ length: STATS_DAYS }, (_, index) => {
    const day = new Date(now - (STATS_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return views.get(day) ?? 0;
  });
}

/** Draws the views of the last thirty days as a line; nothing if there were none. */
export function ViewsLine({ days, now }: { days: FlowStats['days']; now: number }): ReactElement | null {
  const { t } = useLingui();
  const views = dailyViews(days, now);
  const most = Math.max(...views);
  return most === 0 ? null : (
    <Sparkline values={views} label={t`Views a day in the last 30 days, ${most} at most`} isStrong />
  );
}
