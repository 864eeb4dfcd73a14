import { useLingui } from '@lingui/react/macro';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Task } from '../../../contract/entities/task.ts';
import type { TaskState } from '../../../contract/values.ts';
import { foldText } from '../../../contract/search/fold.ts';
import { indexRow, findMatches, tierOf, type IndexedRow } from '../../../contract/search/matching.ts';
import { parseTerms } from '../../../contract/search/terms.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { useStore } from '../../hooks/store-context.tsx';
import { useIsShown } from '../../hooks/use-is-shown.ts';
import { isViewing } from '../../lib/view-mode.ts';
import { type PaletteEntry, type EntryGroup, linkTo, type PaletteScreen } from './entry.ts';
import type { DeviceSearchResults, FoundRows, SearchLimits } from './queries.ts';
import { readRecentRecords } from './recent-records.ts';
import { nameInCallQuery } from './call-query.ts';
import { useActions, useCallAction } from './use-actions.tsx';
import { type EntryMakers, useEntryMakers } from './use-entries.tsx';
import { useDeviceSearch } from './use-device-search.ts';

/** Maximum number of results in the palette. */
export const paletteLimits: SearchLimits = { people: 7, others: 4 };
/** Maximum number of rows if the palette shows only one kind of entry. */
const MAX_ONLY = 20;

const callLimits: SearchLimits = { people: 4, others: 4 };

const onlyLimits: SearchLimits = { people: MAX_ONLY, others: MAX_ONLY };

export type PaletteMode = 'all' | 'actions' | 'tasks';

/** Splits the typed text into mode and search text. A Russian keyboard layout has "№" on the key of "#". */
export function parsePaletteText(typed: string): { mode: PaletteMode; text: string } {
  const sign = typed.trimStart()[0];
  const mode = sign === '>' ? 'actions' : sign === '#' || sign === '№' ? 'tasks' : 'all';
  return { mode, text: (mode === 'all' ? typed : typed.trimStart().slice(1)).trim() };
}

const openStates: readonly TaskState[] = ['planned', 'in_progress', 'paused'];

/** Returns the user's open tasks, the next one first. */
async function openTasks(db: PhoneDb): Promise<Task[]> {
  const states = openStates.map((state) =>
    db.tasks.where('[state+start_at]').between([state, ''], [state, '\uffff']).limit(MAX_ONLY).toArray(),
  );
  const tasks = (await Promise.all(states)).flat();
  return tasks.toSorted((a, b) => a.start_at.localeCompare(b.start_at)).slice(0, MAX_ONLY);
}

type NewGroup = (
  key: string,
  entries: readonly PaletteEntry[],
  more?: Omit<EntryGroup, 'key' | 'title' | 'entries'>,
) => EntryGroup;

/** Returns a function that creates a group with its title. */
function useNewGroup(): NewGroup {
  const { t } = useLingui();
  const titles: Record<string, string> = {
    recent: t`Recent`,
    people: t`People`,
    contacts: t`Contacts`,
    leads: t`Waiting leads`,
    tasks: t`Tasks`,
    tickets: t`Tickets`,
    requests: t`My requests`,
    lessons: t`Lessons`,
    books: t`Books`,
    notes: t`Notes`,
    actions: t`Actions`,
    screens: t`Go to`,
  };
  return (key, entries, more = {}) => ({ key, title: titles[key] ?? '', entries, ...more });
}

/** Keys of the groups that contain people. */
const peopleKeys = ['people', 'contacts', 'leads'];

/**
 * A text with fewer characters matches words of almost every group by chance, so the groups keep their usual order,
 * with people first.
 */
const MIN_STRONG_CHARS = 3;

/**
 * Moves groups in which a word of a title starts with the search text to the front. Apart from that the usual order
 * stays, so that groups do not change places with every key press.
 */
function strongestFirst(groups: readonly EntryGroup[], text: string): readonly EntryGroup[] {
  if (text.length < MIN_STRONG_CHARS) return groups;
  const terms = parseTerms(text);
  const isStrong = ({ entries }: EntryGroup): boolean =>
    entries.some(({ title }) => tierOf(foldText(title), terms) < 2) || terms[0]?.isNumber === true;
  return [...groups.filter(isStrong), ...groups.filter((group) => !isStrong(group))];
}

/** Returns the groups of matching rows from this device. */
function rowGroups(
  found: DeviceSearchResults,
  text: string,
  makers: EntryMakers,
  group: NewGroup,
  aboutPeople: (count: number, total: number) => string,
): EntryGroup[] {
  const groupOf = <Row>(
    key: string,
    { rows, count }: FoundRows<Row>,
    make: (row: Row) => PaletteEntry,
    more?: EntryGroup['more'],
    about?: string,
  ): EntryGroup => group(key, rows.map(make), { count, more, ...(about !== undefined && { about }) });
  const { people } = found;
  const groups = [
    groupOf('people', people, makers.person, linkTo.peopleBy(text), aboutPeople(people.count, people.of)),
    groupOf('contacts', found.contacts, makers.contact, linkTo.contactsBy(text)),
    groupOf('leads', found.leads, makers.lead, linkTo.waiting()),
    groupOf('tasks', found.tasks, makers.task, linkTo.tasks()),
    groupOf('tickets', found.tickets, makers.ticket, linkTo.tickets()),
    groupOf('requests', found.requests, makers.request, linkTo.requests()),
    groupOf('lessons', found.lessons, makers.lesson),
    groupOf('books', found.books, makers.book),
  ].filter(({ entries }) => entries.length > 0);
  return [...strongestFirst(groups, text), groupOf('notes', found.notes, makers.note)];
}

const indexedBy = (entries: readonly PaletteEntry[]): IndexedRow<PaletteEntry>[] =>
  entries.map((entry) => indexRow(entry, { title: entry.title }));

interface ScreenEntries {
  all: readonly PaletteEntry[];
  matching: readonly PaletteEntry[];
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
  const filtered = all
    .filter(({ link }) => link.to === '/people' || link.to === '/contacts')
    .map(({ key, title: name, icon, link }) => ({
      key: `filtered:${key}`,
      title: t`${name}, filtered by “${text}”`,
      icon,
      link: link.to === '/people' ? linkTo.peopleBy(text) : linkTo.contactsBy(text),
    }));
  return { all, matching: [...findMatches(indexedBy(all), text, paletteLimits.others).rows, ...filtered] };
}

/** Returns the actions that log a call with the people who match a text such as "call nadia". */
function useCallEntries(text: string, isStaff: boolean, makers: EntryMakers): readonly PaletteEntry[] {
  const callAction = useCallAction();
  const isShown = useIsShown();
  const name = nameInCallQuery(text, callAction({ kind: 'person', id: '', name: '' }).title);
  const { results } = useDeviceSearch(name, isStaff, callLimits);
  if (name === '' || !results || isViewing()) return [];
  const found = [...results.people.rows.map(makers.person), ...results.contacts.rows.map(makers.contact)];
  const calls = found.flatMap(({ person }) => (person ? callAction(person) : []));
  return calls.filter(({ link }) => isShown(link)).slice(0, callLimits.people);
}

export interface Groups {
  groups: readonly EntryGroup[];
  /** Whether the groups are the results for the text. While false, empty groups do not mean that nothing matches. */
  isReady: boolean;
  /** Whether no search has ended yet, so that the groups contain only actions and screens. */
  isFirst: boolean;
  /** Whether the search does not respond. */
  isFailed: boolean;
  retry: () => void;
  /** Whether no person, lead or contact matches the text. */
  hasNoPeople: boolean;
}

function toGroups(groups: readonly EntryGroup[], state: Omit<Groups, 'groups' | 'hasNoPeople'>): Groups {
  const nonEmptyGroups = groups.filter(({ entries }) => entries.length > 0);
  const isPerson = ({ key }: EntryGroup): boolean => peopleKeys.includes(key);
  const hasCall = nonEmptyGroups.some(({ entries }) => entries.some(({ key }) => key.startsWith('call:')));
  return { ...state, groups: nonEmptyGroups, hasNoPeople: !hasCall && !nonEmptyGroups.some(isPerson) };
}

/**
 * Returns what the search shows for a text, from this device; empty groups are omitted. Without a text these are the
 * records that were opened last, the suggested actions and all `screens`.
 */
export function useGroups(
  typed: string,
  isStaff: boolean,
  screens: readonly PaletteScreen[],
  limits: SearchLimits,
): Groups {
  const { t } = useLingui();
  const { db } = useStore();
  const { mode, text } = parsePaletteText(typed);
  const makers = useEntryMakers();
  const group = useNewGroup();
  const { suggested, all } = useActions(isStaff);
  const screenEntries = useScreenEntries(screens, text);
  const recent = useLiveQuery(async () => readRecentRecords(db, isStaff), [db, isStaff]);
  const currentTasks = useLiveQuery(async () => (isStaff ? openTasks(db) : []), [db, isStaff]);
  const found = useDeviceSearch(mode === 'actions' ? '' : text, isStaff, mode === 'tasks' ? onlyLimits : limits);
  const calls = useCallEntries(mode === 'tasks' ? '' : text, isStaff, makers);
  const { results, isFailed, retry } = found;
  const isReady = found.isCurrent && (isFailed || results?.isComplete !== false);
  const isFirst = mode !== 'actions' && text !== '' && results === null;
  const state = { isReady, isFirst, isFailed, retry };
  if (mode === 'tasks') {
    const tasks = text === '' ? currentTasks : results?.tasks.rows;
    return toGroups([group('tasks', (tasks ?? []).map(makers.task))], state);
  }
  const actions = findMatches(indexedBy(all), text, mode === 'actions' ? MAX_ONLY : paletteLimits.others).rows;
  if (mode === 'actions') return toGroups([group('actions', [...calls, ...actions])], state);
  if (text === '') {
    const entries = (recent ?? []).map(makers.recentEntry);
    const groups = [group('recent', entries), group('actions', suggested), group('screens', screenEntries.all)];
    return toGroups(groups, { ...state, isReady: recent !== undefined });
  }
  const about = (count: number, total: number): string => t`${count} of ${total} on this device`;
  return toGroups(
    [
      ...(results ? rowGroups(results, text, makers, group, about) : []),
      group('actions', [...calls, ...actions]),
      group('screens', screenEntries.matching),
    ],
    state,
  );
}
