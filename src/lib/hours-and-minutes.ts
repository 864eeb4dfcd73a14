/** Writes a number with its unit. The non-breaking space keeps both on one line. */
export const withUnit = (value: number, unit: string): string => `${value}\u00a0${unit}`;

/**
 * Formats a duration, rounded to minutes: "12 min", "4 h" or "4 h 12 min". `h` and `min` are the units in the language
 * of the interface. Minutes may wrap below the hours.
 */
export function formatHoursAndMinutes(seconds: number, h: string, min: string): string {
  const all = Math.round(seconds / 60);
  const minutes = withUnit(all % 60, min);
  if (all < 60) return minutes;
  const hours = withUnit(Math.floor(all / 60), h);
  return all % 60 ? `${hours} ${minutes}` : hours;
}
