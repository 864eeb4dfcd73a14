import type { Person } from '../../../../contract/entities/person.ts';
import type { StaffTicket } from '../../../../contract/entities/staff-ticket.ts';
import type { Task } from '../../../../contract/entities/task.ts';
import type { Ticket } from '../../../../contract/entities/ticket.ts';
import type { WaitingLead } from '../../../../contract/entities/waiting-lead.ts';
import type { Lesson } from '../../../../contract/entities/lesson.ts';
import { digitsOf, foldText } from '../../../../contract/search/fold.ts';
import { personWords, searchedWords } from '../../../../contract/search/lines.ts';
import { termsOf } from '../../../../contract/search/terms.ts';
import { personName } from '../../../components/person/person-labels.ts';
import { filterPeople } from '../../../db/queries/people.ts';
import { allWaitingLeads } from '../../../db/queries/waiting-leads.ts';
import type { PhoneDb } from '../../../db/schema/db.ts';

/** A row with the normalised text that is searched. */
export interface Indexed<Row> {
  row: Row;
  /** The normalised title. Rows whose title begins with the search text come first. */
  title: string;
  /** All normalised words of the row, including those of the title. */
  words: string;
  digits: string;
}

function indexed<Row>(row: Row, title: string, words: string, phone: string | null = null): Indexed<Row> {
  const digits = phone === null ? '' : digitsOf(phone);
  return { row, title: foldText(title), words: `${searchedWords(`${title} ${words}`)} ${digits}`, digits };
}

export type LessonTitle = Pick<Lesson, 'id' | 'title' | 'language'>;
export type TicketTitle = Pick<StaffTicket, 'id' | 'subject' | 'state' | 'author_name'>;
export type OwnTicket = Pick<Ticket, 'id' | 'subject' | 'state'>;

/** The rows of this device that the palette searches, except contacts, which have their own search worker. */
export interface LocalRows {
  people: Indexed<Person>[];
  leads: Indexed<WaitingLead>[];
  tickets: Indexed<TicketTitle>[];
  ownTickets: Indexed<OwnTicket>[];
  tasks: Indexed<Task>[];
  lessons: Indexed<LessonTitle>[];
}

async function lessonTitles(db: PhoneDb): Promise<LessonTitle[]> {
  const titles: LessonTitle[] = [];
  // Lessons are read one at a time, because their texts are large.
  await db.lessons.each(({ id, title, language }) => titles.push({ id, title, language }));
  return titles;
}

async function ticketTitles(db: PhoneDb): Promise<TicketTitle[]> {
  const titles: TicketTitle[] = [];
  await db.staff_tickets.each(({ id, subject, state, author_name, access }) => {
    if (access !== 'other') titles.push({ id, subject, state, author_name });
  });
  return titles;
}

/** Reads all rows of this device that the palette searches. Learners have no people, leads or tasks. */
export async function savedLocalRows(db: PhoneDb, isStaff: boolean): Promise<LocalRows> {
  const [people, leads, tickets, tasks, ownTickets, lessons] = await Promise.all([
    isStaff ? filterPeople(db, () => true) : [],
    isStaff ? allWaitingLeads(db) : [],
    isStaff ? ticketTitles(db) : [],
    isStaff ? db.tasks.toArray() : [],
    isStaff ? [] : db.tickets.toArray(),
    lessonTitles(db),
  ]);
  return {
    people: people.map((row) => indexed(row, personName(row), personWords(row).join(' '), row.phone)),
    leads: leads.map((row) => indexed(row, row.first_name, row.city)),
    tickets: tickets.map((row) => indexed(row, row.subject, row.author_name)),
    ownTickets: ownTickets.map((row) => indexed(row, row.subject, '')),
    tasks: tasks.map((row) => indexed(row, row.title, `${row.linked_name ?? ''} ${row.place}`)),
    lessons: lessons.map((row) => indexed(row, row.title, '')),
  };
}

/** The best matching rows, and the number of all matching ones. */
export interface Matches<Row> {
  rows: Row[];
  count: number;
}

const TIERS = 3;

/**
 * Returns the rows that contain all words of a text, or its digits in a number, at most `limit`. Rows whose title
 * starts with the text come first, then those in which a word of the title does. An empty text matches every row.
 */
export function matching<Row>(all: readonly Indexed<Row>[], text: string, limit: number): Matches<Row> {
  const terms = termsOf(text);
  const [first] = terms;
  const fits = ({ words, digits }: Indexed<Row>): boolean =>
    terms.every(({ spellings, isNumber }) =>
      spellings.some((spelling) => (isNumber ? digits : words).includes(spelling)),
    );
  const tierOf = ({ title }: Indexed<Row>): number => {
    const spellings = first?.spellings ?? [''];
    if (spellings.some((spelling) => title.startsWith(spelling))) return 0;
    return spellings.some((spelling) => title.includes(` ${spelling}`)) ? 1 : 2;
  };
  const tiers: Indexed<Row>[][] = Array.from({ length: TIERS }, () => []);
  for (const each of all) if (fits(each)) tiers[tierOf(each)]?.push(each);
  const found = tiers.flatMap((tier) => tier.toSorted((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0)));
  return { rows: found.slice(0, limit).map(({ row }) => row), count: found.length };
}

/** Indexes rows by a text of the app, such as the names of screens. */
export const indexedBy = <Row>(rows: readonly Row[], titleOf: (row: Row) => string): Indexed<Row>[] =>
  rows.map((row) => indexed(row, titleOf(row), ''));
