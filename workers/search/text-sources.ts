import type { RowOf } from '../../contract/entities/index.ts';
import type { EntityName } from '../../contract/entities/stores.ts';
import { personWords } from '../../contract/search/lines.ts';
import type { RowText } from '../../contract/search/matching.ts';
import type { TextSource } from '../../contract/search/text-sources.ts';

/** A table whose rows the search indexes for one source. */
export interface IndexedTable<E extends EntityName = EntityName> {
  table: E;
  source: TextSource;
  /** Returns the searchable texts of a row; null if the search must not find it. */
  textOf: (row: RowOf<E>) => RowText | null;
}

const defineTable = <E extends EntityName>(
  table: E,
  source: TextSource,
  textOf: IndexedTable<E>['textOf'],
): IndexedTable => ({ table, source, textOf }) as unknown as IndexedTable;

/** Later than every timestamp in ms, so that completed tasks follow open ones. */
const AFTER_ALL = 1e14;

const latestFirst = (instant: string): number => -Date.parse(instant);

const noteText = (text: string, at: string): RowText | null =>
  text === '' ? null : { title: '', words: text, order: latestFirst(at) };

const fullName = (row: { first_name: string; last_name: string }): string => `${row.first_name} ${row.last_name}`;

const bodiesOf = (messages: readonly { body: string }[]): string => messages.map(({ body }) => body).join(' ');

/** All tables that are searched, except contacts, which have their own index. */
export const indexedTables: readonly IndexedTable[] = [
  defineTable('people', 'people', (row) => ({
    title: fullName(row),
    words: personWords(row).join(' '),
    phone: row.phone,
  })),
  defineTable('waiting_leads', 'leads', (row) => ({ title: row.first_name, words: row.city })),
  defineTable('tasks', 'tasks', (row) => ({
    title: row.title,
    words: [row.linked_name ?? '', row.place, row.description, row.result_note].join(' '),
    order: row.closed_at === null ? Date.parse(row.start_at) : AFTER_ALL + latestFirst(row.closed_at),
  })),
  // If another employee has taken a ticket, this device stores only the ticket's number.
  defineTable('staff_tickets', 'tickets', (row) =>
    row.access === 'other'
      ? null
      : {
          title: row.subject,
          words: `${row.author_name} ${row.preview ?? ''} ${bodiesOf(row.messages)}`,
          order: latestFirst(row.created_at),
        },
  ),
  defineTable('tickets', 'requests', (row) => ({
    title: row.subject,
    words: bodiesOf(row.messages),
    order: latestFirst(row.created_at),
  })),
  defineTable('lessons', 'lessons', (row) => ({ title: row.title })),
  defineTable('books', 'books', (row) => ({ title: row.title, words: row.author })),
  defineTable('people', 'notes', (row) => noteText(row.notes, row.updated_at)),
  defineTable('person_events', 'notes', ({ kind, detail: { text }, at }) =>
    kind === 'note' && typeof text === 'string' ? noteText(text, at) : null,
  ),
  defineTable('interactions', 'notes', (row) => noteText(row.note, row.at)),
];
