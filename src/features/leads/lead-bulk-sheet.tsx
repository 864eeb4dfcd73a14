import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect } from 'react';
import { sync } from '../../bridge/sync.ts';
import { type BulkChange, bulkOptions, type BulkPerson, runBulkChange } from '../../components/person/bulk.ts';
import { BulkSheet } from '../../components/person/bulk-sheet.tsx';
import { useStore } from '../../hooks/store-context.tsx';

/** A bulk change that the user has begun. */
export interface LeadBulk {
  kind: BulkChange['kind'];
  people: readonly BulkPerson[];
}

/** The sheet that assigns or tags the selected leads. */
export function LeadBulkSheet({ kind, people, onClose }: LeadBulk & { onClose: () => void }): ReactElement {
  const store = useStore();
  useEffect(() => {
    if (kind === 'tag') void sync.account('fetchTags').catch(() => {});
  }, [kind]);
  const options = useLiveQuery(async () => bulkOptions(store, kind, people), [store, kind, people]);
  return (
    <BulkSheet
      kind={kind}
      options={options}
      count={people.length}
      run={async (change) => runBulkChange(store, people, change, async (part) => sync.account('bulkPeople', part))}
      onClose={onClose}
    />
  );
}
