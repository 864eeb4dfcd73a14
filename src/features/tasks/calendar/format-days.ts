import { dateLanguage, formatPattern, type When } from '../../../lib/dates.ts';

/**
 * Formats a period of days as 16–22 November, or as 30 November – 06 December if it spans two months; in German as
 * 16.–22. November.
 */
export function formatDays(from: When, to: When): string {
  const day = dateLanguage() === 'de' ? 'DD.' : 'DD';
  const end = formatPattern(to, `${day} MMMM`);
  if (from === to) return end;
  const isInMonth = formatPattern(from, 'YYYY-MM') === formatPattern(to, 'YYYY-MM');
  return isInMonth ? `${formatPattern(from, day)}–${end}` : `${formatPattern(from, `${day} MMMM`)} – ${end}`;
}
