import { useLingui } from '@lingui/react/macro';
import type { Person } from '../../../contract/entities/person.ts';
import { formatAgo } from '../../lib/intl-formats.ts';

/**
 * Returns a function that formats when a lead returns to the pool: "Goes back in 3 hours". Returns an empty string if
 * the lead stays.
 */
export function useReturnText(now: number): (person: Pick<Person, 'returns_at'>) => string {
  const { t } = useLingui();
  return ({ returns_at }) => {
    if (!returns_at) return '';
    // If the return is overdue, it happens within minutes.
    const when = formatAgo(Math.max(Date.parse(returns_at), now), now);
    return t`Goes back ${when}`;
  };
}
