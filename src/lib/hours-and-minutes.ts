/** The abbreviations of hours and minutes in the language of the interface. */
export interface DurationUnits {
  hours: string;
  minutes: string;
}

/** Writes a number with its unit. The non-breaking space keeps both on one line. */
export const withUnit = (value: number, unit: string): string => `${value}\u00a0${unit}`;

/** Formats a duration, rounded to minutes: "12 min", "4 h" or "4 h 12 min". Minutes may wrap below the hours. */
export function formatHoursAndMinutes(seconds: number, units: DurationUnits): string {
  const all = Math.round(seconds / 60);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  const parts = [
    ...(hours > 0 ? [withUnit(hours, units.hours)] : []),
    ...(minutes > 0 || hours === 0 ? [withUnit(minutes, units.minutes)] : []),
  ];
  return parts.join(' ');
}
