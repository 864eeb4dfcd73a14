import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactElement, useEffect, useState } from 'react';
import type { Contact } from '../../../../contract/entities/contact.ts';
import { search } from '../../../bridge/search.ts';
import { contactName } from '../../../components/contact/contact-labels.ts';
import { ContactPhoto } from '../../../components/contact/contact-photo.tsx';
import { contactsByIds } from '../../../db/queries/contacts.ts';
import type { Store } from '../../../db/schema/store.ts';
import { usePhoneText } from '../../../hooks/use-phone-text.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { List, Row } from '../../../ui/list.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { SearchField } from '../../../ui/text-field.tsx';

const MAX_SHOWN = 20;

/**
 * Returns the contacts of the same owner that match the text; without a text, possible duplicates. Null if the search
 * did not respond.
 */
async function findCandidates({ db, actor }: Store, contact: Contact, text: string): Promise<Contact[] | null> {
  const { id, owner_id, phones } = contact;
  const isSearch = text !== '';
  const found = isSearch
    ? await search.find(actor.user_id, {
        ...{ text, category: null, status: null, owner: 'all', sort: 'name', offset: 0, limit: MAX_SHOWN },
      })
    : null;
  if (isSearch && !found) return null;
  const query = { phones: phones.map(({ number }) => number), name: contactName(contact), exclude_id: id };
  const ids = found?.ids ?? (await search.duplicates(actor.user_id, query)).map((duplicate) => duplicate.id);
  const rows = await contactsByIds(db, ids);
  return rows.filter((row) => row !== undefined && row.id !== id && row.owner_id === owner_id) as Contact[];
}

/** Keeps the previous result until the next result arrives; undefined before the first result. */
function useCandidates(contact: Contact, text: string): { rows: Contact[] | null; text: string } | undefined {
  const store = useStore();
  const [result, setResult] = useState<{ rows: Contact[] | null; text: string }>();
  useEffect(() => {
    let isCurrent = true;
    const show = (rows: Contact[] | null): void => {
      if (isCurrent) setResult({ rows, text });
    };
    void findCandidates(store, contact, text).then(show, () => show(null));
    return () => {
      isCurrent = false;
    };
  }, [store, contact, text]);
  return result;
}

export interface ChooseSheetProps {
  contact: Contact;
  onChoose: (id: string) => void;
  onClose: () => void;
}

/**
 * Lets the user choose the contact to merge into another one: possible duplicates first, or any contact by a search.
 */
export function ChooseSheet({ contact, onChoose, onClose }: ChooseSheetProps): ReactElement {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const result = useCandidates(contact, text);
  const name = contactName(contact);
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={<Trans>Merge with</Trans>}
      description={<Trans>Choose the duplicate. {name} stays, with the data of both.</Trans>}
    >
      <SearchField
        label={t`Search contacts`}
        placeholder={t`Name or number`}
        value={typed}
        onChange={setTyped}
        autoFocus
      />
      {!result && <Skeleton rows={3} />}
      {result && <FoundContacts result={result} onChoose={onChoose} />}
    </Sheet>
  );
}

type FoundContactsProps = { result: { rows: Contact[] | null; text: string }; onChoose: (id: string) => void };

function FoundContacts({ result: { rows, text }, onChoose }: FoundContactsProps): ReactElement {
  const { t } = useLingui();
  const phoneText = usePhoneText();
  if (rows === null)
    return (
      <EmptyState>
        <Trans>Search is not responding</Trans>
      </EmptyState>
    );
  if (rows.length === 0)
    return (
      <EmptyState>
        {text === '' ? (
          <Trans>No possible duplicates. Search for a contact by name or number.</Trans>
        ) : (
          <Trans>No contacts found.</Trans>
        )}
      </EmptyState>
    );
  return (
    <List aria-label={text === '' ? t`Possible duplicates` : t`Contacts`}>
      {rows.map((row) => (
        <Row
          key={row.id}
          leading={<ContactPhoto contact={row} size="s" />}
          title={contactName(row)}
          subtitle={[row.phones[0] && phoneText(row.phones[0].number), row.city].filter(Boolean).join(', ')}
          onPress={() => onChoose(row.id)}
        />
      ))}
    </List>
  );
}
