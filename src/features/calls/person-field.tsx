import { Trans, useLingui } from '@lingui/react/macro';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactElement, type Ref, useState } from 'react';
import { PhoneNumber, type Contact } from '../../../contract/entities/contact.ts';
import { contactName } from '../../components/contact/contact-labels.ts';
import { leadStatusLabels, personName } from '../../components/person/person-labels.ts';
import { errorText } from '../../components/error/error-text.tsx';
import { useStore } from '../../hooks/store-context.tsx';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from '../../ui/field-group.tsx';
import { List, Row } from '../../ui/list.tsx';
import { SearchField } from '../../ui/text-field.tsx';
import type { CalledPerson } from './draft.ts';
import { LikelyPeople } from './likely-people-list.tsx';
import { peopleMatching } from './queries.ts';
import { useContactSearch } from './use-contact-search.ts';

/** Maximum number of people that match a search text. */
const MAX_PEOPLE = 4;

const noPerson: CalledPerson = { contact_id: null, user_id: null, name: '', number: '' };

export type PersonFieldProps = {
  value: CalledPerson;
  /** Called when a person is selected; absent if the person cannot be changed. */
  onChange?: (person: CalledPerson) => void;
  errorMessage?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  /**
   * People to suggest. They are read before the form is shown, because a list that appears later would move the results
   * while the user taps.
   */
  suggested?: readonly CalledPerson[];
};

const isChosen = ({ contact_id, user_id, number }: CalledPerson): boolean =>
  contact_id !== null || user_id !== null || number !== '';

/** Selects the person of a call: a contact found by name or number, or a bare number. */
export function PersonField({ value, onChange, errorMessage, ref, suggested = [] }: PersonFieldProps): ReactElement {
  const { t } = useLingui();
  // After a press, the pressed row disappears, so the focus has to move to the new content.
  const [hasActed, setActed] = useState(false);
  const choose = (person: CalledPerson): void => {
    setActed(true);
    onChange?.(person);
  };
  if (isChosen(value) || !onChange) {
    const name = value.name || value.number || t`Someone`;
    return (
      <FieldGroup label={<Trans>With</Trans>} errorMessage={errorMessage && t(errorText(errorMessage))}>
        <List>
          <Row
            leading={
              value.contact_id === null && value.user_id === null ? (
                <IconPhone aria-hidden="true" />
              ) : (
                <Avatar name={name} id={value.contact_id ?? value.user_id} />
              )
            }
            title={name}
            trailing={
              onChange && (
                <Button variant="soft" small autoFocus={hasActed} onPress={() => choose(noPerson)}>
                  <Trans>Change</Trans>
                </Button>
              )
            }
          />
        </List>
      </FieldGroup>
    );
  }
  return (
    <PersonSearch onChoose={choose} hasActed={hasActed} errorMessage={errorMessage} ref={ref} suggested={suggested} />
  );
}

type PersonSearchProps = {
  onChoose: (person: CalledPerson) => void;
  /** Whether the user has just removed the person, so that the field must take the focus. */
  hasActed?: boolean;
  errorMessage?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  suggested: readonly CalledPerson[];
};

/** Finds the person of a call by name or number. Without a text, suggests likely people. */
export function PersonSearch({
  onChoose,
  hasActed = false,
  errorMessage,
  ref,
  suggested,
}: PersonSearchProps): ReactElement {
  const { t } = useLingui();
  const { db } = useStore();
  const phoneText = usePhoneText();
  const [search, setSearch] = useState('');
  const text = search.trim();
  const contacts = useContactSearch(text);
  const people = useLiveQuery(async () => (text === '' ? [] : peopleMatching(db, text, MAX_PEOPLE)), [db, text]) ?? [];
  const isNumber = PhoneNumber.safeParse(text).success;
  return (
    <FieldGroup>
      <SearchField
        ref={ref}
        label={t`With`}
        placeholder={t`Name or number`}
        value={search}
        isRequired
        autoFocus={hasActed}
        errorMessage={errorMessage === undefined ? undefined : t`Choose a person or enter a number`}
        onChange={setSearch}
      />
      {text === '' && suggested.length > 0 && <LikelyPeople people={suggested} onChoose={onChoose} />}
      {text !== '' && (people.length > 0 || contacts.length > 0 || isNumber) && (
        <List aria-label={t`People`}>
          {people.map((person) => (
            <Row
              key={person.id}
              leading={<Avatar name={personName(person)} id={person.id} size="s" />}
              title={personName(person)}
              subtitle={[t(leadStatusLabels[person.status]), person.phone && phoneText(person.phone), person.city]
                .filter(Boolean)
                .join(', ')}
              onPress={() => onChoose({ ...noPerson, user_id: person.id, name: personName(person) })}
            />
          ))}
          {contacts.map((contact) => (
            <ContactOption key={contact.id} contact={contact} onChoose={onChoose} />
          ))}
          {isNumber && (
            <Row
              leading={<IconPhone aria-hidden="true" />}
              title={text}
              subtitle={t`Use this number without a contact`}
              onPress={() => onChoose({ ...noPerson, number: text })}
            />
          )}
        </List>
      )}
      {text !== '' && people.length === 0 && contacts.length === 0 && !isNumber && (
        <small>
          <Trans>No matches. You can enter a number instead.</Trans>
        </small>
      )}
      {text === '' && suggested.length === 0 && (
        <small>
          <Trans>No contacts on this device yet. You can enter a number instead.</Trans>
        </small>
      )}
    </FieldGroup>
  );
}

function ContactOption({
  contact,
  onChoose,
}: {
  contact: Contact;
  onChoose: (person: CalledPerson) => void;
}): ReactElement {
  const name = contactName(contact);
  const phoneText = usePhoneText();
  const about = [phoneText(contact.phones[0]?.number ?? ''), contact.city].filter(Boolean).join(', ');
  return (
    <Row
      leading={<Avatar name={name} id={contact.id} size="s" />}
      title={name}
      subtitle={about}
      onPress={() => onChoose({ ...noPerson, contact_id: contact.id, name })}
    />
  );
}
