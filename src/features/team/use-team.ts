import { useLiveQuery } from 'dexie-react-hooks';
import { useRef, useState } from 'react';
import { sync } from '../../bridge/sync.ts';
import type { ActionResult } from '../../bridge/results.ts';
import { savedBranches } from '../../db/queries/team.ts';
import type { PhoneDb } from '../../db/schema/db.ts';
import { useFetched, type Fetching } from '../../hooks/use-fetched.ts';
import { useStore } from '../../hooks/store-context.tsx';
import type { Branches } from './members.ts';

/** The state of fetching a branch: running, or its result. */
export type BranchFetchState = 'busy' | ActionResult;

export interface Team {
  /** The branches on this device; undefined while they are being read. */
  branches: Branches | undefined;
  /** The state of fetching the user's own branch. */
  fetching: Fetching;
  /** The state of the last fetch of each opened branch, by the id of the member. */
  states: ReadonlyMap<string | null, BranchFetchState>;
  open: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** Refetches a branch; with `more`, fetches its next page. */
  load: (id: string | null, more: boolean) => void;
  /** Refetches the user's own branch and all open branches. */
  refresh: () => void;
}

/**
 * The open branches for each user's database, so that the tree is unchanged after the return from a member's screen.
 */
const openBranches = new WeakMap<PhoneDb, ReadonlySet<string>>();

const fetchBranch = (id: string | null, more: boolean): Promise<ActionResult> =>
  sync.account('fetchBranch', id, more).catch((): ActionResult => ({ ok: false, why: 'no_answer' }));

/** Provides the user's team from this device, and fetches its branches. */
export function useTeam(): Team {
  const { db } = useStore();
  const branches = useLiveQuery(async () => savedBranches(db), [db]);
  const fetching = useFetched('team', () => fetchBranch(null, false));
  const [states, setStates] = useState<ReadonlyMap<string | null, BranchFetchState>>(new Map());
  const [open, setOpen] = useState(() => openBranches.get(db) ?? new Set<string>());
  const running = useRef(new Set<string | null>());

  const load = (id: string | null, more: boolean): void => {
    if (running.current.has(id)) return;
    running.current.add(id);
    const set = (state: BranchFetchState): void => setStates((before) => new Map(before).set(id, state));
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
