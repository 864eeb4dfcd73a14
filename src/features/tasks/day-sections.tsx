import { lazy, type ReactElement } from 'react';

export { DayExtras } from './day-extras.tsx';
export { DayFigures } from './day-figures.tsx';
export { DayWork } from './day-work.tsx';

// The sections of the day that are loaded together after the first rows. Only managers load the code of the team.

const Team = lazy(async () => ({ default: (await import('./team-day.tsx')).TeamDay }));

export function TeamDay(): ReactElement {
  return <Team />;
}
