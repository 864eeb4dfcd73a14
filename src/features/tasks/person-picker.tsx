import { Trans, useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, type Ref, useEffect, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { formatAgo } from '../../lib/intl-formats.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { List, Row } from '../../ui/list.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import { useNow } from '../../ui/use-now.ts';
import { contactsMatching, savedLinkedPeople, type LinkedPerson } from './linked-contact.ts';

export type PickedPerson = Pick<LinkedPerson, 'kind' | 'id' | 'name'>;

export type PersonPickerProps = {
  value: PickedPerson | null;
  onChange: (person: PickedPerson | null) => void;
  isRequired: boolean;
  errorMessage?: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Maximum number of people shown before (MAX_SUGGESTED) and after (MAX_FOUND) a search text is typed. */
const MAX_SUGGESTED = 3;
const MAX_FOUND = 6;

/** Returns the matching contacts, which are listed with the people shortly after the last key press. */
function useMatchingContacts(text: string): readonly LinkedPerson[] {
  const { db, actor } = useStore();
  const [found, setFound] = useState<{ text: string; rows: readonly LinkedPerson[] }>({ text: '', rows: [] });
  useEffect(() => {
    let isCurrent = true;
    const show = (rows: readonly LinkedPerson[]): void => {
      if (isCurrent) setFound({ text, rows });
    };
    void contactsMatching(db, actor.user_id, text, MAX_FOUND).then(show, () => show([]));
    return () => {
      isCurrent = false;
    };
  }, [db, actor.user_id, text]);
  return text === '' || found.text !== text ? [] : found.rows;
}

/**
 * Selects the person of a task: from the people on this device, from the fetched list, whose age is shown, or from the
 * contacts that match the text.
 */
export function PersonPicker({ value, onChange, isRequired, errorMessage, ref }: PersonPickerProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const [search, setSearch] = useState('');
  // After a press, the pressed row disappears, so the focus has to move to the new content.
  const [hasActed, setActed] = useState(false);
  const choose = (person: PickedPerson | null): void => {
    setActed(true);
    setSearch('');
    onChange(person);
  };
  const phoneText = usePhoneText();
  const text = search.trim();
  const contacts = useMatchingContacts(text);
  const people = useLiveQuery(
    async () => savedLinkedPeople(db, text, text === '' ? MAX_SUGGESTED : MAX_FOUND),
    [db, text],
  );
  const now = useNow('minute');
  useEffect(() => {
    void sync.fetchPage('users_to_link');
  }, []);
  if (value) {
    return (
      <FieldGroup label={<Trans>With</Trans>}>
        <List>
          <Row
            leading={<Avatar name={value.name} id={value.id} />}
            title={value.name}
            trailing={
              <Button variant="soft" small autoFocus={hasActed} onPress={() => choose(null)}>
                <Trans>Change</Trans>
              </Button>
            }
          />
        </List>
      </FieldGroup>
    );
  }
  const age = people?.fetched_at ? formatAgo(people.fetched_at, now) : null;
  const candidates = [...(people?.rows ?? []), ...contacts];
  return (
    <FieldGroup errorMessage={errorMessage}>
      <SearchField
        label={isRequired ? t`With` : t`With (optional)`}
        placeholder={t`Name, city or number`}
        value={search}
        autoFocus={hasActed}
        onChange={setSearch}
        {...(ref && { ref })}
      />
      {candidates.length > 0 && (
        <List aria-label={t`People`}>
          {candidates.map((person) => (
            <Row
              key={person.id}
              leading={<Avatar name={person.name} id={person.id} size="s" />}
              title={person.name}
              subtitle={[person.kind === 'contact' ? t`Contact` : '', person.city, phoneText(person.phone ?? '')]
                .filter(Boolean)
                .join(', ')}
              onPress={() => choose(person)}
            />
          ))}
        </List>
      )}
      {people && (
        <small>
          {age === null && candidates.length === 0 && <Trans>People haven't synced to this device yet.</Trans>}
          {age !== null && candidates.length === 0 && <Trans>No matches. List updated: {age}.</Trans>}
          {age !== null && candidates.length > 0 && <Trans>List updated: {age}.</Trans>}
        </small>
      )}
    </FieldGroup>
  );
}
