import { useLingui } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { Person } from '../../../contract/entities/person.ts';
import type { RowBadge } from '../../db/queries/badges.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { RowLink } from '../../ui/list.tsx';
import { languageLabels, leadStatusTones, leadStatusLabels, personName } from './person-labels.ts';
import { RowSyncBadge } from '../sync/row-sync-badge.tsx';
import { useStore } from '../../hooks/store-context.tsx';

export interface PersonRowProps {
  person: Pick<
    Person,
    'id' | 'first_name' | 'last_name' | 'city' | 'country' | 'language' | 'status' | 'responsible_id'
  > & { responsible_name: string | null };
  badge?: RowBadge | undefined;
  /** The fact that is most relevant at the moment; shown first. */
  fact?: string;
  /** The navigation item that is highlighted while the person is open: People, or Leads if absent. */
  from?: 'people' | undefined;
}

/** One Intl.DisplayNames per language for all rows. On a slow phone, creating one takes longer than rendering a row. */
const namesByLanguage = new Map<string, Intl.DisplayNames>();

function countriesIn(language: string): Intl.DisplayNames {
  const names = namesByLanguage.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  namesByLanguage.set(language, names);
  return names;
}

/** Returns the name of a country in a language. */
export const countryName = (language: string, code: string | null): string =>
  code ? (countriesIn(language).of(code) ?? code) : '';

/** Returns a function that returns the name of a country in the screen's language. */
export function useCountryName(): (code: string | null) => string {
  const { i18n } = useLingui();
  return (code) => countryName(i18n.locale, code);
}

/** A row of the list of people: photo, name, origin, status, and the responsible employee if that is not the user. */
export function PersonRow({ person, badge, fact = '', from }: PersonRowProps): ReactElement {
  const { t } = useLingui();
  const { actor } = useStore();
  const country = useCountryName();
  const name = personName(person);
  const { responsible_id, responsible_name, status, language } = person;
  const languageName = languageLabels[language];
  const owner = responsible_id === actor.user_id ? '' : (responsible_name ?? '');
  const details = [fact, person.city, country(person.country), languageName ? t(languageName) : '', owner];
  return (
    <RowLink
      to="/user/view-details/$personId"
      params={{ personId: person.id }}
      search={{ from }}
      leading={<Avatar name={name} id={person.id} />}
      title={name}
      subtitle={details.filter((detail) => detail !== '' && detail !== null).join(', ')}
      badge={<Badge tone={leadStatusTones[status]}>{t(leadStatusLabels[status])}</Badge>}
      meta={<RowSyncBadge badge={badge} />}
    />
  );
}
