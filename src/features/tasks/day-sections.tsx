// The sections of the day that are loaded together after the first rows.
export { DayExtras } from './day-extras.tsx';
export { DayFigures } from './day-figures.tsx';
export { DayWork } from './day-work.tsx';
