const two = (value: number): string => String(value).padStart(2, '0');

/** What a date and time input shows, in the device's zone as all times on the screen: "2026-05-03T14:20". */
export function inputOf(instant: string | number): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return '';
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant of a date and time input; empty while it is not whole. */
export function instantOf(input: string): string {
  const date = new Date(input);
  return input === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
