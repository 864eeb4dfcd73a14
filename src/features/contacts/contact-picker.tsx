import { Trans, useLingui } from '@lingui/react/macro';
import IconAddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs';
import type { ReactElement } from 'react';
import { log } from '../../lib/log.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import type { ParsedCard } from './import-cards.ts';

/** A person from the device's contacts, with the requested properties that the user shared. */
export interface PickedContact {
  name?: string[];
  tel?: string[];
  email?: string[];
  address?: { addressLine?: string[]; city?: string; country?: string; postalCode?: string }[];
}

type PickedField = keyof PickedContact;

/** The part of navigator.contacts that the app uses; only some phones support it. */
export interface ContactsManager {
  getProperties(): Promise<string[]>;
  select(properties: readonly PickedField[], options: { multiple: boolean }): Promise<PickedContact[]>;
}

const requestedFields: readonly PickedField[] = ['name', 'tel', 'email', 'address'];

/** Returns the device's contact picker; null where it is not supported. */
export function contactPicker(): ContactsManager | null {
  const { contacts } = navigator as { contacts?: ContactsManager };
  return contacts && typeof contacts.select === 'function' ? contacts : null;
}

function cardOf({ name = [], tel = [], email = [], address = [] }: PickedContact): ParsedCard {
  const [first_name = '', ...rest] = (name[0] ?? '').trim().split(/\s+/);
  const [place] = address;
  return {
    first_name,
    last_name: rest.join(' '),
    middle_name: '',
    // A device may list the same number for each app that has stored it.
    phones: [...new Set(tel.map((number) => number.trim()))].map((number) => ({ number, kind: '' })),
    emails: [...new Set(email.map((address) => address.trim()))],
    telegram: '',
    address: [...(place?.addressLine ?? []), place?.postalCode ?? ''].filter(Boolean).join(', '),
    city: place?.city ?? '',
    country: place?.country ?? '',
    date_birth: '',
    notes: '',
    photo: null,
  };
}

/** Opens the device's contact picker and returns the selected people. */
export async function pickContacts(book: ContactsManager): Promise<ParsedCard[]> {
  const supported = await book.getProperties();
  const picked = await book.select(
    requestedFields.filter((field) => supported.includes(field)),
    { multiple: true },
  );
  return picked.map(cardOf);
}

/**
 * A button that opens the device's contact picker, rendered only where that is supported. If the user picks no one,
 * nothing changes.
 */
export function ContactPickerButton({ onPicked }: { onPicked: (cards: ParsedCard[]) => void }): ReactElement | null {
  const { t } = useLingui();
  const book = contactPicker();
  if (!book) return null;
  const pick = async (): Promise<void> => {
    try {
      const cards = await pickContacts(book);
      if (cards.length > 0) onPicked(cards);
    } catch (error) {
      log.warn('the book of the phone did not open', error);
      toast(t`Could not open the contacts on this device`, { tone: 'error' });
    }
  };
  return (
    <Button variant="soft" icon={<IconAddressBook aria-hidden="true" />} onPress={() => void pick()}>
      <Trans>Choose from this device</Trans>
    </Button>
  );
}
