import { useLingui } from '@lingui/react/macro';
import { errorText } from '../../components/error/error-text.tsx';
import { isResolvable } from '../../conflicts/conflict-model.ts';
import { useConflictTitle } from '../../conflicts/conflict-labels.ts';
import { fieldLabel } from '../../components/field/field-labels.ts';
import { formatRecent } from '../../lib/dates.ts';
import { useNow } from '../../ui/use-now.ts';
import type { Entry } from '../../db/outbox/entry.ts';

/**
 * Returns the error codes by field from the server's response. An error of a list item counts as an error of its field.
 */
export function entryErrors(entry: Entry): Map<string, string> {
  const fields = Object.entries(entry.error?.fields ?? {});
  return new Map(
    fields.flatMap(([path, code]) => (typeof code === 'string' ? [[path.split('.')[0] ?? path, code]] : [])),
  );
}

/** Returns a function that returns the reason why the server rejected a write, with the errors of its fields. */
export function useRefusalText(): (entry: Entry) => string {
  const { t } = useLingui();
  const now = useNow('minute');
  const conflictTitle = useConflictTitle();
  return (entry) => {
    if (isResolvable(entry)) return conflictTitle(entry);
    const { by, at } = entry.error?.fields ?? {};
    const isTaken = entry.error?.code === 'taken' || entry.error?.code === 'ticket_taken';
    if (isTaken && typeof by === 'string' && by !== '' && typeof at === 'string') {
      const [name, when] = [entry.title, formatRecent(at, now)];
      return t`${by} took ${name} at ${when}.`;
    }
    const namedErrors = [...entryErrors(entry)].filter(([field]) => fieldLabel(entry.entity, field).kind !== 'other');
    const fieldErrors = namedErrors.map(([field, code]) => {
      const [label, error] = [t(fieldLabel(entry.entity, field).label), t(errorText(code))];
      // The label is omitted if the error text already contains it.
      const isNamed = error.toLocaleLowerCase().includes(label.toLocaleLowerCase());
      return isNamed ? error : `${label}: ${error}`;
    });
    const reason = fieldErrors.length > 0 ? fieldErrors.join('. ') : t(errorText(entry.error?.code));
    switch (entry.state) {
      case 'parked':
        return t`Stuck, won't retry automatically: ${reason}`;
      case 'blocked':
        return t`Held up by another change`;
      default:
        return t`Not accepted: ${reason}`;
    }
  };
}
