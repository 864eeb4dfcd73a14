import { useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import type { Contact } from '../../../../contract/entities/contact.ts';
import { useStore } from '../../../hooks/store-context.tsx';
import { recentPeople } from '../recent-people.ts';
import { useContactSearch } from '../use-found.ts';
import { type Entry, type EntryGroup, linkTo, type PaletteScreen } from './entry.ts';
import { indexedBy, matching, savedLocalRows, type Indexed, type LocalRows } from './local-rows.ts';
import { type EntryMakers, useEntryMakers } from './use-entries.tsx';
import { useActions } from './use-actions.tsx';

const MAX_PEOPLE = 7;
const MAX_OTHERS = 4;
/** Maximum number of rows if the palette shows only one kind of entry. */
const MAX_ONLY = 20;

export type Mode = 'all' | 'actions' | 'tasks';

/** Splits the typed text into mode and search text. A Russian keyboard layout has "№" on the key of "#". */
export function parseText(typed: string): { mode: Mode; text: string } {
  const sign = typed.trimStart()[0];
  const mode = sign === '>' ? 'actions' : sign === '#' || sign === '№' ? 'tasks' : 'all';
  return { mode, text: (mode === 'all' ? typed : typed.trimStart().slice(1)).trim() };
}

/** Returns the matching contacts; while a search runs, those of the previous search. */
function useContacts(text: string): { rows: readonly Contact[]; isReady: boolean } {
  const found = useContactSearch(text);
  const [last, setLast] = useState<readonly Contact[]>([]);
  if (found && found.rows !== last) setLast(found.rows);
  if (text === '') return { rows: [], isReady: true };
  return { rows: found === undefined ? last : (found?.rows ?? []), isReady: found !== undefined };
}

const isOpen = ({ row: { closed_at } }: { row: { closed_at: string | null } }): boolean => closed_at === null;

type NewGroup = (key: string, entries: readonly Entry[], about?: string) => EntryGroup;

/** Returns a function that creates a group with its title. */
function useNewGroup(): NewGroup {
  const { t } = useLingui();
  const titles: Record<string, string> = {
    people: t`People`,
    contacts: t`Contacts`,
    leads: t`Waiting leads`,
    tickets: t`Tickets`,
    tasks: t`Tasks`,
    lessons: t`Lessons`,
    actions: t`Actions`,
    screens: t`Go to`,
  };
  return (key, entries, about = '') => ({ key, title: titles[key] ?? '', about, entries });
}

/** Returns the groups of matching rows from this device. */
function rowGroups(
  rows: LocalRows,
  contacts: readonly Contact[],
  text: string,
  makers: EntryMakers,
  group: NewGroup,
  aboutPeople: (count: number, total: number) => string,
): EntryGroup[] {
  const people = matching(rows.people, text, MAX_PEOPLE);
  const found = <Row>(all: readonly Indexed<Row>[], make: (row: Row) => Entry): Entry[] =>
    matching(all, text, MAX_OTHERS).rows.map(make);
  return [
    group('people', people.rows.map(makers.person), aboutPeople(people.count, rows.people.length)),
    group('contacts', contacts.slice(0, MAX_OTHERS).map(makers.contact)),
    group('leads', found(rows.leads, makers.lead)),
    group('tickets', [...found(rows.tickets, makers.ticket), ...found(rows.ownTickets, makers.ownTicket)]),
    group('tasks', found(rows.tasks, makers.task)),
    group('lessons', found(rows.lessons, makers.lesson)),
  ];
}

/** Returns the matching tasks by start; without a text, the open ones. */
function taskEntries(rows: LocalRows, text: string, makers: EntryMakers): Entry[] {
  const tasks = rows.tasks.filter((each) => text !== '' || isOpen(each));
  const found = matching(tasks, text, MAX_ONLY).rows;
  return found.toSorted((a, b) => a.start_at.localeCompare(b.start_at)).map(makers.task);
}

interface ScreenEntries {
  all: readonly Entry[];
  matching: readonly Entry[];
}

/** Returns the matching screens, and links to the lists that can be filtered by the text. */
function useScreenEntries(screens: readonly PaletteScreen[], text: string): ScreenEntries {
  const { t } = useLingui();
  const all = screens.map(({ key, label, to, ...rest }) => ({
    ...rest,
    key: `screen:${key}`,
    title: label,
    link: linkTo.screen(to),
  }));
  const byTitle = indexedBy(all, ({ title }) => title);
  const filtered = all
    .filter(({ link }) => link.to === '/people' || link.to === '/contacts')
    .map(({ key, title: name, icon, link }) => ({
      key: `filtered:${key}`,
      title: t`${name}, filtered by “${text}”`,
      icon,
      link: link.to === '/people' ? linkTo.peopleBy(text) : linkTo.contactsBy(text),
    }));
  return { all, matching: [...matching(byTitle, text, MAX_OTHERS).rows, ...filtered] };
}

/** Keys of the groups that contain people. */
const peopleKeys = ['people', 'contacts', 'leads'];

function shown(groups: readonly EntryGroup[], isReady: boolean): Groups {
  const filled = groups.filter(({ entries }) => entries.length > 0);
  return { groups: filled, isReady, hasNoPeople: filled.every(({ key }) => !peopleKeys.includes(key)) };
}

export interface Groups {
  groups: readonly EntryGroup[];
  /** Whether all rows have been read; before that, no match is not yet final. */
  isReady: boolean;
  /** Whether no person, lead or contact matches the text. */
  hasNoPeople: boolean;
}

const noRows: LocalRows = { people: [], leads: [], tickets: [], ownTickets: [], tasks: [], lessons: [] };

/** Returns the groups that the palette shows for a text, from this device; empty groups are omitted. */
export function useGroups(typed: string, isStaff: boolean, screens: readonly PaletteScreen[]): Groups {
  const { t } = useLingui();
  const { db } = useStore();
  const { mode, text } = parseText(typed);
  const makers = useEntryMakers();
  const group = useNewGroup();
  const { suggested, all } = useActions(isStaff);
  const screenEntries = useScreenEntries(screens, text);
  const saved = useLiveQuery(async () => savedLocalRows(db, isStaff), [db, isStaff]);
  const recent = useLiveQuery(async () => recentPeople(db, isStaff), [db, isStaff]);
  const contacts = useContacts(mode === 'all' ? text : '');
  const rows = saved ?? noRows;
  if (mode === 'tasks') return shown([group('tasks', taskEntries(rows, text, makers))], saved !== undefined);
  const byTitle = indexedBy(all, ({ title }) => title);
  const actions = matching(byTitle, text, mode === 'actions' ? MAX_ONLY : MAX_OTHERS).rows;
  if (mode === 'actions') return shown([group('actions', actions)], true);
  if (text === '') {
    const people = (recent ?? []).map((each) =>
      each.kind === 'person' ? makers.person(each.row) : makers.contact(each.row),
    );
    return shown([group('people', people), group('actions', suggested), group('screens', screenEntries.all)], true);
  }
  return shown(
    [
      ...rowGroups(rows, contacts.rows, text, makers, group, (count, total) => t`${count} of ${total} on this device`),
      group('actions', actions),
      group('screens', screenEntries.matching),
    ],
    saved !== undefined && contacts.isReady,
  );
}
