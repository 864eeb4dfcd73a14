import { Trans, useLingui } from '@lingui/react/macro';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, useState } from 'react';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Person } from '../../../contract/entities/person.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { personName } from '../../components/person/person-labels.ts';
import { peopleMatching } from '../../features/calls/queries.ts';
import { useContactSearch } from '../../features/calls/use-contact-search.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Stack } from '../../ui/card.tsx';
import { List, Row } from '../../ui/list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { SearchField } from '../../ui/text-field.tsx';

const MAX_PEOPLE = 4;

/** The recipient of shared content: a contact, a new contact, or a person assigned to the user. */
export type Recipient = { contact: Contact | null } | { person: Person };

interface RecipientSheetProps {
  title: string;
  /** Whether the list contains people in addition to contacts. */
  withPeople: boolean;
  onChoose: (recipient: Recipient) => void;
  onClose: () => void;
}

/** Lets the user choose a contact or person as the recipient of shared content. */
export function RecipientSheet({ title, withPeople, onChoose, onClose }: RecipientSheetProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const phoneText = usePhoneText();
  const [search, setSearch] = useState('');
  const text = search.trim();
  const contacts = useContactSearch(text);
  const people =
    useLiveQuery(async () => (withPeople ? peopleMatching(db, text, MAX_PEOPLE) : []), [db, text, withPeople]) ?? [];
  const isEmpty = text !== '' && contacts.length + people.length === 0;
  return (
    <Sheet isOpen onClose={onClose} title={title}>
      <Stack gap="m">
        <SearchField
          aria-label={t`Search`}
          placeholder={t`Name or number`}
          value={search}
          onChange={setSearch}
          autoFocus
        />
        <List aria-label={title}>
          <Row
            leading={<IconPlus aria-hidden="true" />}
            title={t`New contact`}
            onPress={() => onChoose({ contact: null })}
          />
          {people.map((person) => (
            <Row
              key={person.id}
              leading={<Avatar name={personName(person)} id={person.id} size="s" />}
              title={personName(person)}
              subtitle={[person.phone && phoneText(person.phone), person.city].filter(Boolean).join(', ')}
              onPress={() => onChoose({ person })}
            />
          ))}
          {contacts.map((contact) => (
            <Row
              key={contact.id}
              leading={<Avatar name={contactName(contact)} id={contact.id} size="s" />}
              title={contactName(contact)}
              subtitle={[phoneText(contact.phones[0]?.number ?? ''), contact.city].filter(Boolean).join(', ')}
              onPress={() => onChoose({ contact })}
            />
          ))}
        </List>
        {isEmpty && (
          <small role="status">
            <Trans>No matches.</Trans>
          </small>
        )}
      </Stack>
    </Sheet>
  );
}
