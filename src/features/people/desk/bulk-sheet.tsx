import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useEffect } from 'react';
import { sync } from '../../../bridge/sync.ts';
import { type BulkChange, bulkOptions, runBulkChange } from '../../../components/person/bulk.ts';
import { BulkSheet } from '../../../components/person/bulk-sheet.tsx';
import { useStore } from '../../../hooks/store-context.tsx';
import type { PeopleQuery } from '../../../lib/cached-pages.ts';
import { changeMatchingPeople } from './bulk-filter.ts';
import type { DeskPerson } from './desk-queries.ts';

/** The people that a bulk change concerns: the selected people, or all who match a filter. */
export type BulkTarget = { people: readonly DeskPerson[] } | { query: PeopleQuery; count: number };

/** A bulk change that the user has begun. */
export interface PeopleBulk {
  kind: BulkChange['kind'];
  target: BulkTarget;
}

/** The sheet that assigns or tags selected people, or all who match a filter. */
export function PeopleBulkSheet({ kind, target, onClose }: PeopleBulk & { onClose: () => void }): ReactElement {
  const store = useStore();
  useEffect(() => {
    if (kind === 'tag') void sync.account('fetchTags').catch(() => {});
  }, [kind]);
  const options = useLiveQuery(async () => {
    const people = 'people' in target ? target.people : [{ responsible_id: target.query.responsible_id }];
    return bulkOptions(store, kind, people);
  }, [store, kind, target]);
  return (
    <BulkSheet
      kind={kind}
      options={options}
      count={'people' in target ? target.people.length : target.count}
      isFilter={'query' in target}
      run={async (change, run) =>
        'query' in target
          ? changeMatchingPeople(store, target.query, change, run)
          : runBulkChange(store, target.people, change, async (people) => sync.account('bulkPeople', people))
      }
      onClose={onClose}
    />
  );
}
