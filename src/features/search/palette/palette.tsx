import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCloudSearch from '@tabler/icons-react/dist/esm/icons/IconCloudSearch.mjs';
import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { parseTerms, type Term } from '../../../../contract/search/terms.ts';
import { openLogCall } from '../../../components/call/log-call.ts';
import { useSyncState } from '../../../hooks/sync-context.tsx';
import { isViewing } from '../../../lib/view-mode.ts';
import { type CommandGroup, CommandDialog } from '../../../ui/command-dialog.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import type { PaletteEntry, EntryGroup, EntryLink, PaletteScreen } from '../entry.ts';
import { entryLookOf } from '../entry-text.tsx';
import { usePersonActions } from '../use-actions.tsx';
import { useEntryMakers } from '../use-entries.tsx';
import { type Groups, paletteLimits, parsePaletteText, useGroups } from '../use-groups.ts';
import styles from './palette.module.css';
import { type ServerSearch, useServerSearch } from './use-server-search.ts';

export interface PaletteProps {
  /** The screens that the user's role may open. */
  screens: readonly PaletteScreen[];
  isStaff: boolean;
  onClose: () => void;
}

const SERVER_KEY = 'server';

type Target = NonNullable<PaletteEntry['person']>;

/** Adds the actions for the selected person to the actions that match the text. */
function withPersonActions(groups: readonly EntryGroup[], title: string, own: readonly PaletteEntry[]): EntryGroup[] {
  if (own.length === 0) return [...groups];
  const isAction = ({ key }: EntryGroup): boolean => key === 'actions';
  const actions = groups.find(isAction)?.entries ?? [];
  const merged = { key: 'actions', title, entries: [...own, ...actions] };
  const at = groups.findIndex(({ key }) => key === 'actions' || key === 'screens');
  const others = groups.filter((group) => !isAction(group));
  return others.toSpliced(at < 0 ? others.length : at, 0, merged);
}

/** Finds people, work, lessons, actions and screens on this device. Opens with Ctrl+K. */
export function Palette({ screens, isStaff, onClose }: PaletteProps): ReactElement {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [activeKey, setActiveKey] = useState<string>();
  const [lastActivePerson, setLastActivePerson] = useState<Target>();
  /** The person whose actions are shown instead of the results. */
  const [target, setTarget] = useState<Target>();
  const { mode, text } = parsePaletteText(typed);
  const found = useGroups(typed, isStaff, screens, paletteLimits);
  const server = useServerSearch(text);
  const makers = useEntryMakers();
  const actionsFor = usePersonActions(isStaff);
  const isOnline = useSyncState()?.status.connection === 'online';
  const isSearch = mode === 'all' && text !== '';
  const maySearchServer = isSearch && isStaff && isOnline && found.isReady && found.hasNoPeople;

  const people = found.groups.flatMap(({ entries }) => entries.flatMap(({ person }) => person ?? []));
  const current = people.find(({ id }) => id === lastActivePerson?.id) ?? people[0];
  const serverGroup = { key: SERVER_KEY, title: t`On the server`, entries: server.rows.map(makers.person) };
  const groups: readonly EntryGroup[] = target
    ? [{ key: 'actions', title: t`Actions`, entries: actionsFor(target) }]
    : [
        ...withPersonActions(found.groups, t`Actions`, isSearch && current ? actionsFor(current).slice(0, 2) : []),
        ...(serverGroup.entries.length > 0 ? [serverGroup] : []),
      ];
  const entries = groups.flatMap((group) => group.entries);
  const options = optionsOf(groups, target ? [] : parseTerms(text), t`open`, t`log a call`);
  if (maySearchServer && server.state !== 'found' && !target) {
    const option = { key: SERVER_KEY, title: t`Search on the server`, icon: <IconCloudSearch /> };
    options.push({ key: SERVER_KEY, title: t`On the server`, about: undefined, options: [option] });
  }
  const keys = options.flatMap((group) => group.options.map(({ key }) => key));
  const activeOption = activeKey !== undefined && keys.includes(activeKey) ? activeKey : keys[0];

  const activate = (key: string): void => {
    setActiveKey(key);
    const person = entries.find((entry) => entry.key === key)?.person;
    if (person) setLastActivePerson(person);
  };
  const type = (next: string): void => {
    setTyped(next);
    setActiveKey(undefined);
    setTarget(undefined);
  };
  const open = (link: EntryLink): void => {
    onClose();
    const isCall = link.to === '/calls/new';
    if (isCall && openLogCall('search' in link ? link.search : {})) return;
    void navigate(link);
  };
  const run = (key: string, isFirstAction: boolean): void => {
    if (key === SERVER_KEY) return server.run();
    const entry = entries.find((each) => each.key === key);
    const first = isFirstAction && entry?.person ? actionsFor(entry.person)[0] : undefined;
    const chosenEntry = first ?? entry;
    if (chosenEntry?.run) {
      onClose();
      chosenEntry.run();
    } else if (chosenEntry?.link) open(chosenEntry.link);
  };
  const showActions = (key: string): boolean => {
    const person = entries.find((entry) => entry.key === key)?.person;
    if (!person) return false;
    setTarget(person);
    setActiveKey(undefined);
    return true;
  };
  const goBack = (): void => {
    setTarget(undefined);
    setActiveKey(undefined);
  };
  const count = entries.length;
  return (
    <CommandDialog
      label={t`Search`}
      placeholder={isStaff ? t`Name, number, task or action` : t`Name, lesson or action`}
      text={typed}
      onText={type}
      groups={options}
      active={activeOption}
      onActive={activate}
      onRun={run}
      onActions={showActions}
      onBack={target && goBack}
      onClose={onClose}
      status={found.isReady ? t`${plural(count, { one: '# result', other: '# results' })}` : ''}
      note={!target && isSearch && <Note found={found} text={text} count={count} state={server.state} />}
      footer={<Footer onSign={type} isStaff={isStaff} />}
    />
  );
}

const optionsOf = (groups: readonly EntryGroup[], terms: readonly Term[], open: string, call: string): CommandGroup[] =>
  groups.map(({ key, title, about, entries }) => ({
    key,
    title,
    about,
    options: entries.map((entry) => ({
      ...{ key: entry.key, lang: entry.lang, keys: entry.keys },
      ...entryLookOf(entry, terms, 's'),
      // In view mode, opening a person is the only action.
      ...(entry.person &&
        !isViewing() && {
          hints: [
            { keys: ['enter'], label: open },
            { keys: ['mod+enter'], label: call },
          ],
        }),
    })),
  }));

type NoteProps = { found: Groups; text: string; count: number; state: ServerSearch['state'] };

/** Shows that the search does not respond or, if nobody on this device matches, how far the search on the server is. */
function Note({ found, text, count, state }: NoteProps): ReactElement | null {
  if (!found.isReady) return null;
  if (found.isFailed) return <Trans>Search is not responding</Trans>;
  if (!found.hasNoPeople) return null;
  if (state === 'running') return <Trans>Searching on the server…</Trans>;
  if (state === 'failed') return <Trans>The server did not respond. Try again.</Trans>;
  if (state === 'found') return count === 0 ? <Trans>No one called “{text}” on the server either</Trans> : <></>;
  return <Trans>No one called “{text}” on this device</Trans>;
}

/**
 * Lists the keys of the palette. The prefixes ">" and "#" are also buttons, because some keyboard layouts lack these
 * characters.
 */
function Footer({ onSign, isStaff }: { onSign: (text: string) => void; isStaff: boolean }): ReactElement {
  return (
    <>
      <span aria-hidden="true">
        <Kbd keys={['arrowup', 'arrowdown']} /> <Trans>move</Trans>
      </span>
      <span aria-hidden="true">
        <Kbd keys={['tab']} /> <Trans>actions for a person</Trans>
      </span>
      <button type="button" className={styles.sign} tabIndex={-1} onClick={() => onSign('>')}>
        <Kbd keys={['>']} /> <Trans>actions only</Trans>
      </button>
      {isStaff && (
        <button type="button" className={styles.sign} tabIndex={-1} onClick={() => onSign('#')}>
          <Kbd keys={['#']} /> <Trans>tasks only</Trans>
        </button>
      )}
      <span className={styles.offline}>
        <IconCheck aria-hidden="true" /> <Trans>Works offline</Trans>
      </span>
    </>
  );
}
