import type { z } from '../../contract/zod.ts';
import { internalCalls } from '../../contract/api-calls/internal.ts';
import { taskCalls } from '../../contract/api-calls/tasks.ts';
import type { ActionResult } from '../../src/bridge/results.ts';
import type { PageMeta } from '../../src/lib/cached-pages.ts';
import { iso } from '../../src/lib/ports.ts';
import { untypedCall, type Call } from '../../contract/api-calls/define.ts';
import { toFailure, parseReply } from './account.ts';
import type { RequestOptions } from './http.ts';
import { sendAuthenticated, type Session } from './session.ts';

interface ListCall {
  call: Call;
  reply: z.ZodMiniType<unknown[] | { results: unknown[]; next: number | null }>;
  isPaged: boolean;
}

/** Lists that are not mirrored, because they are too large or of no use offline, with the calls that fetch them. */
export const listCalls: Record<'users_to_link' | 'devices', ListCall> = {
  users_to_link: {
    call: untypedCall(taskCalls, 'tasks.users_to_link'),
    reply: taskCalls['tasks.users_to_link'].reply,
    isPaged: true,
  },
  devices: {
    call: untypedCall(internalCalls, 'own.devices'),
    reply: internalCalls['own.devices'].reply,
    isPaged: false,
  },
};

const PAGE_SIZE = 100;
const MAX_PAGES = 20;

/**
 * Fetches all pages of a list and stores them together with the time. The stored list is replaced only when the new one
 * is complete.
 */
export async function fetchList(
  session: Session,
  key: string,
  { call, reply, isPaged }: ListCall,
): Promise<ActionResult> {
  const rows: unknown[] = [];
  let page: number | null = 1;
  while (page !== null && page <= MAX_PAGES) {
    const options: RequestOptions = isPaged ? { query: { page, page_size: PAGE_SIZE } } : {};
    const parsed = parseReply(await sendAuthenticated(session, call, options), reply);
    if (!parsed.ok) return parsed;
    const { results, next } = Array.isArray(parsed.body) ? { results: parsed.body, next: null } : parsed.body;
    rows.push(...results);
    page = next;
  }
  await session.db.pages.put({ key, rows, fetched_at: iso(session.ports.clock.now()) });
  return { ok: true };
}

export const fetchPage = (session: Session, key: keyof typeof listCalls): Promise<ActionResult> =>
  fetchList(session, key, listCalls[key]);

/** Ends the session of another device and fetches the updated list. */
export async function revokeDevice(session: Session, id: string): Promise<ActionResult> {
  const result = await sendAuthenticated(session, untypedCall(internalCalls, 'own.revoke_device'), { params: { id } });
  return result.kind === 'reply' ? fetchPage(session, 'devices') : toFailure(result);
}

/** Maximum number of cached pages per list. If there are more, the oldest are deleted. */
const MAX_CACHED_PAGES = 20;

/** Which pages of a list stay stored. */
interface Retention {
  max?: number;
  /** Key of a page that is never deleted. */
  kept?: string;
}

/** A page of a list with its metadata. */
interface FetchedPage {
  rows: unknown[];
  about?: unknown;
  /** When the oldest rows of the page were fetched. If absent, the current time is stored. */
  fetched_at?: string;
}

/**
 * Stores a page. Only the latest `max` pages of each list, and the page with the key `kept`, stay stored; the part of
 * the key before the colon identifies the list.
 */
export async function savePage(
  { db, ports }: Session,
  key: string,
  { rows, about, fetched_at = iso(ports.clock.now()) }: FetchedPage,
  { max = MAX_CACHED_PAGES, kept }: Retention = {},
): Promise<void> {
  const listPrefix = key.slice(0, key.indexOf(':') + 1);
  await db.transaction('rw', db.pages, async () => {
    await db.pages.put({ key, rows, ...(about !== undefined && { about }), fetched_at });
    if (listPrefix === '') return;
    const stored = db.pages.where('key').startsWith(listPrefix);
    // Pages are large, so they are read only if some must be deleted.
    if ((await stored.count()) <= max) return;
    const old = (await stored.toArray()).toSorted((a, b) => b.fetched_at.localeCompare(a.fetched_at)).slice(max);
    await db.pages.bulkDelete(old.flatMap((page) => (page.key === kept ? [] : [page.key])));
  });
}

/**
 * Fetches a list or record with one of the `calls` and stores it together with the time. A result that was stored
 * earlier stays until the new one has arrived.
 */
export async function fetchInto<Calls extends Record<string, { reply: z.ZodMiniType }>, Name extends keyof Calls>(
  session: Session,
  calls: Calls,
  { key, name, options = {}, ...retention }: { key: string; name: Name; options?: RequestOptions } & Retention,
  toPage: (body: z.infer<Calls[Name]['reply']>) => { rows: unknown[]; about?: PageMeta },
): Promise<ActionResult> {
  const reply = calls[name]!.reply as z.ZodMiniType<z.infer<Calls[Name]['reply']>>;
  const parsed = parseReply(await sendAuthenticated(session, untypedCall(calls, name), options), reply);
  if (!parsed.ok) return parsed;
  await savePage(session, key, toPage(parsed.body), retention);
  return { ok: true };
}
