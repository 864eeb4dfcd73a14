import { useLingui } from '@lingui/react/macro';
import IconBook from '@tabler/icons-react/dist/esm/icons/IconBook.mjs';
import IconSquareCheck from '@tabler/icons-react/dist/esm/icons/IconSquareCheck.mjs';
import IconTicket from '@tabler/icons-react/dist/esm/icons/IconTicket.mjs';
import type { Contact } from '../../../../contract/entities/contact.ts';
import type { Person } from '../../../../contract/entities/person.ts';
import type { Task } from '../../../../contract/entities/task.ts';
import type { WaitingLead } from '../../../../contract/entities/waiting-lead.ts';
import { contactName, contactStatusLabels } from '../../../components/contact/contact-labels.ts';
import { leadStatusLabels, personName } from '../../../components/person/person-labels.ts';
import { useCountryName } from '../../../components/person/person-row.tsx';
import { ticketStateLabels } from '../../../components/ticket/ticket-labels.ts';
import { usePhoneText } from '../../../hooks/use-phone-text.ts';
import { formatDayTime } from '../../../lib/dates.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { type Entry, linkTo } from './entry.ts';
import type { LessonTitle, OwnTicket, TicketTitle } from './local-rows.ts';

const listed = (...facts: (string | null | undefined)[]): string => facts.filter(Boolean).join(', ');

export interface EntryMakers {
  person: (row: Pick<Person, 'id' | 'first_name' | 'last_name' | 'status' | 'city'>) => Entry;
  contact: (row: Contact) => Entry;
  lead: (row: WaitingLead) => Entry;
  ticket: (row: TicketTitle) => Entry;
  ownTicket: (row: OwnTicket) => Entry;
  task: (row: Task) => Entry;
  lesson: (row: LessonTitle) => Entry;
}

/** Returns functions that turn rows of this device into entries of the palette. */
export function useEntryMakers(): EntryMakers {
  const { t } = useLingui();
  const phoneText = usePhoneText();
  const country = useCountryName();
  const ticketOf = ({ id, subject, state }: OwnTicket): Omit<Entry, 'link'> => ({
    key: `ticket:${id}`,
    title: subject,
    detail: t(ticketStateLabels[state]),
    icon: <IconTicket />,
  });
  return {
    person: (row) => {
      const name = personName(row);
      return {
        key: `person:${row.id}`,
        title: name,
        detail: listed(t(leadStatusLabels[row.status]), row.city),
        icon: <Avatar name={name} id={row.id} size="s" />,
        link: linkTo.person(row.id),
        person: { kind: 'person', id: row.id, name },
      };
    },
    contact: (row) => {
      const name = contactName(row);
      return {
        key: `contact:${row.id}`,
        title: name,
        detail: listed(t(contactStatusLabels[row.status]), phoneText(row.phones[0]?.number ?? ''), row.city),
        icon: <Avatar name={name} id={row.id} size="s" />,
        link: linkTo.contact(row.id),
        person: { kind: 'contact', id: row.id, name },
      };
    },
    lead: (row) => ({
      key: `lead:${row.id}`,
      title: row.first_name,
      detail: listed(t(leadStatusLabels.waiting), row.city, country(row.country)),
      icon: <Avatar name={row.first_name} id={row.id} size="s" />,
      link: linkTo.waiting(),
    }),
    ticket: (row) => ({
      ...ticketOf(row),
      detail: listed(t(ticketStateLabels[row.state]), row.author_name),
      link: linkTo.ticket(row.id),
    }),
    ownTicket: (row) => ({ ...ticketOf(row), link: linkTo.ownTicket(row.id) }),
    task: (row) => ({
      key: `task:${row.id}`,
      title: row.title,
      detail: listed(formatDayTime(row.start_at), row.linked_name),
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
  };
}
