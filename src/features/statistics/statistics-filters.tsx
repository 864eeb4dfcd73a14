import { useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactElement } from 'react';
import { isAdmin } from '../../../contract/roles.ts';
import type { StatisticsPeriod } from '../../../contract/statistics.ts';
import { useCountryName } from '../../components/person/person-row.tsx';
import { savedStatistics } from '../../components/statistics/queries.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { StatisticsFilter } from '../../lib/cached-pages.ts';
import { ChipRow } from '../../ui/chip-row.tsx';
import { ChipSelect } from '../../ui/chip-select.tsx';
import { LoadingPart } from '../../ui/states.tsx';

/** Maximum number of employees and countries that the filters offer. */
const LIMIT = 200;

/**
 * Returns the values that the filters offer: for admins the managers as teams, and the countries that have figures in
 * this period.
 */
async function savedChoices(
  db: PhoneDb,
  user_id: string,
  period: StatisticsPeriod,
  { team, country }: StatisticsFilter,
) {
  const [me, employees, saved] = await Promise.all([
    db.me.get(user_id),
    db.employees.orderBy('name').limit(LIMIT).toArray(),
    savedStatistics(db, period, team === undefined ? {} : { team }),
  ]);
  const managers = me && isAdmin(me) ? employees.filter(({ is_manager }) => is_manager) : [];
  const codes = (saved?.countries ?? []).map((row) => row.country ?? 'none');
  return {
    teams: managers.map(({ id, name }) => ({ id, name })),
    // The selected country stays in the list, even if it has no figures in the shown period.
    countries: [...new Set([...codes, ...(country === undefined ? [] : [country])])].slice(0, LIMIT),
  };
}

export interface StatisticsFiltersProps {
  period: StatisticsPeriod;
  filter: StatisticsFilter;
  onShow: (change: { team?: string | undefined; country?: string | undefined }) => void;
}

/** The filters of the statistics: team, for admins, and country. */
export function StatisticsFilters({ period, filter, onShow }: StatisticsFiltersProps): ReactElement | null {
  const { t } = useLingui();
  const { db, actor } = useStore();
  const countryName = useCountryName();
  const { team = '', country = '' } = filter;
  const choices = useLiveQuery(
    async () => savedChoices(db, actor.user_id, period, filter),
    [db, actor.user_id, period, team, country],
  );
  if (!choices) return <LoadingPart />;
  const nameOf = (code: string): string => (code === 'none' ? t`Not known` : countryName(code));
  const [allTeams, allCountries] = [t`All teams`, t`All countries`];
  return (
    <ChipRow aria-label={t`Filters`}>
      {choices.teams.length > 0 && (
        <ChipSelect
          label={t`Team`}
          face={choices.teams.find(({ id }) => id === team)?.name ?? allTeams}
          isOn={team !== ''}
          value={team}
          options={[
            { value: '', label: allTeams },
            ...choices.teams.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(next) => onShow({ team: next || undefined })}
        />
      )}
      <ChipSelect
        label={t`Country`}
        face={country === '' ? allCountries : nameOf(country)}
        isOn={country !== ''}
        value={country}
        options={[
          { value: '', label: allCountries },
          ...choices.countries.map((code) => ({ value: code, label: nameOf(code) })),
        ]}
        onChange={(next) => onShow({ country: next || undefined })}
      />
    </ChipRow>
  );
}
