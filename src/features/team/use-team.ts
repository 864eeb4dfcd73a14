import { useLiveQuery } from 'dexie-react-hooks';
import { useRef, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import type { Done } from '../../bridge/results.ts';
import { savedBranches } from '../../db/queries/team.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { useFetched, type Fetching } from '../../hooks/use-fetched.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { Branches } from './members.ts';

/** The state of a fetch: running, or its result. */
export type BranchState = 'busy' | Done;

export interface Team {
  /** The branches on this device; undefined while they are being read. */
  branches: Branches | undefined;
  /** The fetch of the user's own level. */
  fetching: Fetching;
  /** The last fetch of each branch that was opened. */
  states: ReadonlyMap<string | null, BranchState>;
  open: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Fetches a branch again, or with `more` its next page. */
  load: (id: string | null, more: boolean) => void;
  /** Fetches the user's own level and all open branches again. */
  refresh: () => void;
}

/** The open branches, so that the tree is as it was after the return from a person. A logout closes the database. */
const openBranches = new WeakMap<PhoneDb, ReadonlySet<string>>();

const fetchBranch = (id: string | null, more: boolean): Promise<Done> =>
  sync.account('fetchBranch', id, more).catch((): Done => ({ ok: false, why: 'no_answer' }));

/** Provides the user's team from this device, and fetches its branches. */
export function useTeam(): Team {
  const { db } = useStore();
  const branches = useLiveQuery(async () => savedBranches(db), [db]);
  const fetching = useFetched('team', () => fetchBranch(null, false));
  const [states, setStates] = useState<ReadonlyMap<string | null, BranchState>>(new Map());
  const [open, setOpen] = useState(() => openBranches.get(db) ?? new Set<string>());
  const running = useRef(new Set<string | null>());

  const load = (id: string | null, more: boolean): void => {
    if (running.current.has(id)) return;
    running.current.add(id);
    const set = (state: BranchState): void => setStates((before) => new Map(before).set(id, state));
    set('busy');
    void fetchBranch(id, more).then((done) => {
      running.current.delete(id);
      set(done);
    });
  };
  const toggle = (id: string): void => {
    const next = new Set(open);
    if (!next.delete(id)) {
      next.add(id);
      load(id, false);
    }
    openBranches.set(db, next);
    setOpen(next);
  };
  const refresh = (): void => {
    fetching.again();
    for (const id of open) load(id, false);
  };
  return { branches, fetching, states, open, toggle, load, refresh };
}
