import { inputOf } from '../../lib/date-input.ts';
import { iso } from '../../lib/ports.ts';

const NOON = 'T12:00';

/** The day of an instant as a date input writes it, in the zone of this phone. */
export const formDate = (instant: string | number): string => inputOf(instant).slice(0, 10);

/** A moment of that day: its noon, or now while that lies ahead. */
export function momentOf(day: string, now: number): string {
  return iso(Math.min(new Date(`${day}${NOON}`).getTime(), now));
}
