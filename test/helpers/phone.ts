import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { Comment } from '../../contract/entities/comment.ts';
import type { Me } from '../../contract/entities/me.ts';
import type { Task } from '../../contract/entities/task.ts';
import { claimBatch, type Claim } from '../../src/db/outbox/claims.ts';
import { openPhoneDb } from '../../src/db/schema/db.ts';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { enqueue, type Draft } from '../../src/db/outbox/outbox.ts';
import type { Actor } from '../../src/db/outbox/view.ts';
import { createIdGenerator } from '../../src/lib/ids.ts';
import { iso, type Channel, type Clock, type Locks, type Ports } from '../../src/lib/ports.ts';

export const START = Date.parse('2026-03-02T08:00:00.000Z');
export const ANNA = '01900000-0000-7000-8000-00000000000a';
export const BORIS = '01900000-0000-7000-8000-00000000000b';
const DEVICE = '01900000-0000-7000-8000-00000000000d';

/** A clock that changes only when a test changes it. */
export class FakeClock implements Clock {
  ms = START;
  private timers: { at: number; run: () => void }[] = [];

  now = (): number => this.ms;

  after = (wait: number, run: () => void): (() => void) => {
    const timer = { at: this.ms + wait, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((other) => other !== timer);
    };
  };

  /** Advances the clock by `ms`, and fires the timers that become due, earliest first. */
  pass(ms: number): void {
    const until = this.ms + ms;
    for (;;) {
      const next = this.timers.toSorted((a, b) => a.at - b.at)[0];
      if (!next || next.at > until) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.ms = Math.max(this.ms, next.at);
      next.run();
    }
    this.ms = until;
  }

  /** Returns the remaining time of each timer, in ms. */
  waits(): number[] {
    return this.timers.map((timer) => timer.at - this.ms).toSorted((a, b) => a - b);
  }
}

/** Returns a generator of random numbers with 0 <= x < 1. The numbers depend only on the seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Waits until all pending promises have settled, except those that a port delays. */
export async function settlePromises(rounds = 40): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Creates the Web Locks of one device. */
export function createMemoryLocks(): Locks {
  const heldLocks = new Map<string, Promise<unknown>>();
  return {
    request: async (name, { ifAvailable, signal }, run) => {
      if (heldLocks.has(name) && ifAvailable) return run(null);
      const aborted = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      });
      aborted.catch(() => {});
      while (heldLocks.has(name)) await Promise.race([heldLocks.get(name)?.catch(() => {}), aborted]);
      const running = run({});
      heldLocks.set(name, running);
      try {
        return await running;
      } finally {
        heldLocks.delete(name);
      }
    },
  };
}

/** Creates the broadcast channels of one device. A message reaches all tabs except its sender. */
export function createMemoryChannels(): (name: string) => Channel {
  const open = new Map<string, Set<(message: unknown) => void>>();
  return (name) => {
    const all = open.get(name) ?? new Set();
    open.set(name, all);
    let own: ((message: unknown) => void) | null = null;
    return {
      post: (message) => {
        for (const receive of all) if (receive !== own) queueMicrotask(() => receive(message));
      },
      listen: (receive) => {
        own = receive;
        all.add(receive);
      },
      close: () => void (own && all.delete(own)),
    };
  };
}

const noNetwork: Ports['fetch'] = () => Promise.reject(new TypeError('no network'));

export interface FakePorts extends Ports {
  clock: FakeClock;
  /** Whether the browser reports that it is online. */
  online: boolean;
}

/**
 * Creates the ports of a device: an empty disk, a fixed clock, its own random numbers, and no network unless `fetch` is
 * given.
 */
export function makePorts({ fetch = noNetwork, seed = 1 }: { fetch?: Ports['fetch']; seed?: number } = {}): FakePorts {
  const ports: FakePorts = {
    indexedDB: new IDBFactory(),
    IDBKeyRange,
    fetch,
    clock: new FakeClock(),
    random: seededRandom(seed),
    locks: createMemoryLocks(),
    channel: createMemoryChannels(),
    online: true,
    isOnline: () => ports.online,
  };
  return ports;
}

export const anna: Actor = {
  user_id: ANNA,
  user_name: 'Anna Petrova',
  first_name: 'Anna',
  device_id: DEVICE,
  is_manager: false,
};

export function meRow(change: Partial<Me> = {}): Me {
  return {
    id: ANNA,
    rev: 1,
    email: 'anna@example.org',
    phone: null,
    first_name: 'Anna',
    last_name: 'Petrova',
    middle_name: null,
    avatar: null,
    language: 'en',
    theme: 'system',
    text_size: 'm',
    country: null,
    city: null,
    time_zone: 'Europe/Berlin',
    date_birth: null,
    telegram: null,
    promo_code: null,
    referrer: null,
    subscribed_until: null,
    is_superuser: false,
    is_staff: true,
    is_manager: false,
    is_active: true,
    is_blocked: false,
    is_subscribed: false,
    created_at: iso(START),
    ...change,
  };
}

const newId = createIdGenerator({ clock: { now: () => START, after: () => () => {} }, random: seededRandom(77) });
export { newId };

export function taskRow(change: Partial<Task> = {}): Task {
  const start_at = change.start_at ?? iso(START + 3_600_000);
  return {
    id: newId(),
    rev: 1,
    type: 'meet',
    title: 'Meet Ivan',
    place: '',
    description: '',
    start_at,
    end_at: iso(Date.parse(start_at) + 3_600_000),
    priority: 'normal',
    linked_user_id: null,
    contact_id: null,
    linked_name: null,
    direction: null,
    phone_used: null,
    assignee_id: ANNA,
    author_id: ANNA,
    state: 'planned',
    slices: [],
    result: null,
    result_note: '',
    cancel_reason: '',
    reminders: [],
    source: 'manual',
    follow_up_of: null,
    follow_up_task_id: null,
    overlap: false,
    closed_at: null,
    created_at: iso(START),
    updated_at: iso(START),
    ...change,
  };
}

export function commentRow(change: Partial<Comment> = {}): Comment {
  return {
    id: newId(),
    rev: 1,
    thread: 'community',
    lesson: null,
    parent: null,
    author_id: ANNA,
    author_name: 'Anna Petrova',
    text: 'Thank you',
    created_at: iso(START),
    claimed_at: iso(START),
    edited_at: null,
    removed_at: null,
    ...change,
  };
}

// ---- writes that screens make ----

export const addComment = (text = 'Hello', id = newId()): Draft => ({
  kind: 'comment.add',
  id,
  args: { lesson: null, parent: null, text, at: iso(START) },
});
export const editComment = (id: string, text: string): Draft => ({
  kind: 'comment.edit',
  id,
  args: { text, at: iso(START) },
});
export const createTask = (title = 'Meet Ivan', id = newId()): Draft => {
  const { type, place, description, start_at, end_at, priority, linked_user_id, linked_name, reminders } = taskRow();
  const fields = {
    type,
    title,
    place,
    description,
    start_at,
    end_at,
    priority,
    linked_user_id,
    linked_name,
    reminders,
  };
  return { kind: 'task.create', id, args: { ...fields, follow_up_of: null, source: 'manual', at: iso(START) } };
};
export const renameTask = (id: string, title: string): Draft => ({ kind: 'task.edit', id, args: { title } });
export const startTask = (id: string): Draft => ({
  kind: 'task.start',
  id,
  args: { slice_id: newId(), at: iso(START) },
});
export const pauseTask = (id: string): Draft => ({ kind: 'task.pause', id, args: { at: iso(START + 60_000) } });
export const readLesson = (lesson_id: string): Draft => ({
  kind: 'lesson.time',
  id: lesson_id,
  args: { lesson_id, slice_id: newId(), from: iso(START), to: iso(START + 60_000), active_s: 60, scrolled: 10 },
});

/** Opens Anna's database on a new device. Returns the database with functions to write and to claim. */
export function makePhoneDb(ports: FakePorts = makePorts()) {
  const db = openPhoneDb(ANNA, ports);
  const makeId = createIdGenerator(ports);
  const deps = () => ({ actor: anna, now: ports.clock.now(), app_version: '1', clock_offset_ms: 0, newId: makeId });
  return {
    db,
    ports,
    clock: ports.clock,
    write: (...drafts: Draft[]): Promise<string[]> => enqueue(db, drafts, deps()),
    deps,
    claim: (change: Partial<Claim> = {}): Promise<Entry[]> =>
      claimBatch(db, { now: ports.clock.now(), holder: 'tab', lease_ms: 60_000, max_ops: 50, ...change }),
    entry: (op_id: string): Promise<Entry | undefined> => db.outbox.get({ op_id }),
    states: async (): Promise<string[]> => (await db.outbox.orderBy('seq').toArray()).map((entry) => entry.state),
  };
}

export type TestPhoneDb = ReturnType<typeof makePhoneDb>;
