import { useLingui } from '@lingui/react/macro';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import IconBooks from '@tabler/icons-react/dist/esm/icons/IconBooks.mjs';
import IconNote from '@tabler/icons-react/dist/esm/icons/IconNote.mjs';
import IconSquareCheck from '@tabler/icons-react/dist/esm/icons/IconSquareCheck.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { Book } from '../../../contract/entities/book.ts';
import type { Lesson } from '../../../contract/entities/lesson.ts';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import type { Task } from '../../../contract/entities/task.ts';
import type { Ticket } from '../../../contract/entities/ticket.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import { contactName, contactStatusLabels } from '../../components/contact/contact-labels.ts';
import { leadStatusLabels, personName } from '../../components/person/person-labels.ts';
import { useCountryName } from '../../components/person/person-row.tsx';
import { requestStateLabels, ticketStateLabels } from '../../components/ticket/ticket-labels.ts';
import { usePhoneText } from '../../hooks/use-phone-text.ts';
import { formatDayTime } from '../../lib/dates.ts';
import { type EntryLink, type LinkEntry, linkTo } from './entry.ts';
import type { FoundNote } from './queries.ts';
import type { RecentEntry } from './recent-records.ts';

const joinFacts = (...facts: (string | null | undefined)[]): string => facts.filter(Boolean).join(', ');

/** A person on this device, or a row of a search on the server. */
type KnownPerson = Pick<Person, 'id' | 'first_name' | 'last_name' | 'status' | 'city'> &
  Partial<Pick<Person, 'phone' | 'email' | 'telegram'>>;

export interface EntryMakers {
  person: (row: KnownPerson) => LinkEntry;
  contact: (row: Contact) => LinkEntry;
  lead: (row: WaitingLead) => LinkEntry;
  ticket: (row: StaffTicket) => LinkEntry;
  request: (row: Ticket) => LinkEntry;
  task: (row: Task) => LinkEntry;
  lesson: (row: Lesson) => LinkEntry;
  book: (row: Book) => LinkEntry;
  note: (row: FoundNote) => LinkEntry;
  recentEntry: (recent: RecentEntry) => LinkEntry;
}

const bodyOf = (messages: readonly { body: string }[]): string => messages.map(({ body }) => body).join(' ');

/**
 * Returns the record to which a note belongs: the person, the contact or, if the number belongs to neither, the call.
 */
function noteLink({ user_id, contact_id, call_id }: FoundNote): EntryLink {
  if (user_id !== null) return linkTo.person(user_id);
  return contact_id === null ? linkTo.call(call_id ?? '') : linkTo.contact(contact_id);
}

/** Returns functions that turn rows of this device into entries of the palette. */
export function useEntryMakers(): EntryMakers {
  const { t } = useLingui();
  const phoneText = usePhoneText();
  const country = useCountryName();
  const ticketOf = ({ id, subject, messages }: Ticket | StaffTicket): Omit<LinkEntry, 'link' | 'detail'> => ({
    key: `ticket:${id}`,
    title: subject,
    body: bodyOf(messages),
    icon: <IconTicket />,
  });
  const makers: Omit<EntryMakers, 'recentEntry'> = {
    person: (row) => {
      const name = personName(row);
      return {
        key: `person:${row.id}`,
        title: name,
        detail: joinFacts(t(leadStatusLabels[row.status]), row.city),
        body: joinFacts(phoneText(row.phone ?? ''), row.email, row.telegram),
        avatar: { name, id: row.id },
        link: linkTo.person(row.id),
        person: { kind: 'person', id: row.id, name },
      };
    },
    contact: (row) => {
      const name = contactName(row);
      return {
        key: `contact:${row.id}`,
        title: name,
        detail: joinFacts(t(contactStatusLabels[row.status]), phoneText(row.phones[0]?.number ?? ''), row.city),
        body: joinFacts(
          ...row.phones.slice(1).map(({ number }) => phoneText(number)),
          ...row.emails,
          row.telegram,
          row.middle_name,
        ),
        avatar: { name, id: row.id },
        link: linkTo.contact(row.id),
        person: { kind: 'contact', id: row.id, name },
      };
    },
    lead: (row) => ({
      key: `lead:${row.id}`,
      title: row.first_name,
      detail: joinFacts(t(leadStatusLabels.waiting), row.city, country(row.country)),
      avatar: { name: row.first_name, id: row.id },
      link: linkTo.waiting(),
    }),
    ticket: (row) => ({
      ...ticketOf(row),
      detail: joinFacts(t(ticketStateLabels[row.state]), row.author_name),
      body: `${row.preview ?? ''} ${bodyOf(row.messages)}`,
      link: linkTo.ticket(row.id),
    }),
    request: (row) => ({ ...ticketOf(row), detail: t(requestStateLabels[row.state]), link: linkTo.ownTicket(row.id) }),
    task: (row) => ({
      key: `task:${row.id}`,
      title: row.title,
      detail: joinFacts(formatDayTime(row.start_at), row.linked_name, row.place),
      body: [row.description, row.result_note].filter(Boolean).join(' '),
      icon: <IconSquareCheck />,
      link: linkTo.task(row.id),
    }),
    lesson: (row) => ({
      key: `lesson:${row.id}`,
      title: row.title,
      lang: row.language,
      icon: <IconBook />,
      link: linkTo.lesson(row.id),
    }),
    book: (row) => ({
      key: `book:${row.id}`,
      title: row.title,
      lang: row.language,
      detail: row.author,
      icon: <IconBooks />,
      link: linkTo.book(row.id),
    }),
    note: (row) => ({
      key: `note:${row.key}`,
      title: row.name,
      detail: formatDayTime(row.at),
      body: row.text,
      icon: <IconNote />,
      link: noteLink(row),
    }),
  };
  const recentEntry = ({ kind, row }: RecentEntry): LinkEntry =>
    (makers[kind] as (row: RecentEntry['row']) => LinkEntry)(row);
  return { ...makers, recentEntry };
}
