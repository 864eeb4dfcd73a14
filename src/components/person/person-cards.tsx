import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { RowBadge } from '../../db/queries/badges.ts';
import { Badge } from '../../ui/badge.tsx';
import { CheckCard, type CardSelection, SelectableCards } from '../table/card-selection.tsx';
import { leadStatusLabels, leadStatusTones, personName } from './person-labels.ts';
import { PersonRow, type PersonRowProps, useCountryName } from './person-row.tsx';

interface PersonCardsProps<P> {
  'aria-label': string;
  people: readonly P[];
  selection: CardSelection;
  badges?: ReadonlyMap<string, RowBadge> | undefined;
  /** Returns the fact about the person that is most relevant at the moment. */
  factOf?: (person: P) => string;
  from?: PersonRowProps['from'];
}

/** People as cards. A long press on a card starts the selection of several cards. */
export function PersonCards<P extends PersonRowProps['person']>(props: PersonCardsProps<P>): ReactElement {
  const { people, selection, badges, factOf, from } = props;
  const { t } = useLingui();
  const country = useCountryName();
  return (
    <SelectableCards aria-label={props['aria-label']} selection={selection} keys={people.map(({ id }) => id)}>
      {people.map((person) =>
        selection.isSelecting ? (
          <CheckCard
            key={person.id}
            name={personName(person)}
            subtitle={[factOf?.(person) ?? '', person.city, country(person.country)].filter(Boolean).join(', ')}
            badge={<Badge tone={leadStatusTones[person.status]}>{t(leadStatusLabels[person.status])}</Badge>}
            isSelected={selection.selected.has(person.id)}
            onToggle={() => selection.toggle(person.id)}
          />
        ) : (
          <PersonRow
            key={person.id}
            person={person}
            badge={badges?.get(person.id)}
            {...(factOf && { fact: factOf(person) })}
            from={from}
          />
        ),
      )}
    </SelectableCards>
  );
}
