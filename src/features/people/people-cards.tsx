import { useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import { PersonCards } from '../../components/person/person-cards.tsx';
import { usePeopleActions } from '../../components/person/use-people-actions.tsx';
import { BulkActions } from '../../components/table/bulk-actions.tsx';
import { SelectButton, useCardSelection } from '../../components/table/card-selection.tsx';
import { savedBadges } from '../../db/queries/badges.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { PeopleBulk } from './desk/bulk-sheet.tsx';
import styles from './people.module.css';

const PeopleBulkSheet = lazy(async () => ({ default: (await import('./desk/bulk-sheet.tsx')).PeopleBulkSheet }));

interface PeopleCardsProps {
  'aria-label': string;
  people: readonly Person[];
  /** Shows the number of people. */
  count: ReactNode;
}

/** People as cards, for a phone. Several of them can be selected, and then assigned or tagged. */
export function PeopleCards({ people, count, ...rest }: PeopleCardsProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const selection = useCardSelection();
  const badges = useLiveQuery(async () => savedBadges(db, 'people'), [db]);
  const [bulk, setBulk] = useState<PeopleBulk | null>(null);
  const actions = usePeopleActions<Person>((kind, chosen) =>
    setBulk({ kind, target: { people: chosen.map((person) => ({ ...person, badge: badges?.get(person.id) })) } }),
  );
  return (
    <>
      <div className={styles.row}>
        {count}
        <SelectButton selection={selection} />
      </div>
      <PersonCards aria-label={rest['aria-label']} people={people} selection={selection} from="people" />
      {selection.isSelecting && (
        <BulkActions
          label={t`Selected people`}
          actions={actions}
          rows={people.filter(({ id }) => selection.selected.has(id))}
          onClear={selection.clear}
        />
      )}
      {bulk && (
        <Suspense fallback={null}>
          <PeopleBulkSheet {...bulk} onClose={() => setBulk(null)} />
        </Suspense>
      )}
    </>
  );
}
