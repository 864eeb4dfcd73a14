/** The periods of the statistics. Each begins at midnight in the viewer's time zone and ends now. */
export const statisticsPeriods = ['today', 'week', 'month', 'quarter', 'half_year', 'year'] as const;
export type StatisticsPeriod = (typeof statisticsPeriods)[number];

/** The period that is shown if none is chosen. */
export const DEFAULT_PERIOD: StatisticsPeriod = 'today';

/** The figures, in the order in which they are shown. */
export const figureNames = [
  'completed_tasks',
  'time_spent',
  'donations_sum',
  'new_subscriptions',
  'new_registrations',
  'tasks_of_new_registrations',
] as const;
export type FigureName = (typeof figureNames)[number];

/** The figures that can be counted by country, in the order in which they are shown. */
export const countryFigureNames = [
  'new_registrations',
  'new_subscriptions',
  'donations_sum',
  'tasks_of_new_registrations',
] as const satisfies readonly FigureName[];
export type CountryFigureName = (typeof countryFigureNames)[number];

/** The figures that only managers and admins see. */
const managerFigures: readonly FigureName[] = ['donations_sum', 'new_subscriptions'];

/** Whether an employee sees a figure. */
export const canSeeFigure = ({ is_manager }: { is_manager: boolean }, figure: FigureName): boolean =>
  is_manager || !managerFigures.includes(figure);
