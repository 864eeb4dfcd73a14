import type { z } from '../../contract/zod.ts';
import type { CallName } from '../../contract/calls/index.ts';
import { taskCalls } from '../../contract/calls/tasks.ts';
import type { Done } from '../../src/bridge/sync-api.ts';
import { iso } from '../../src/lib/ports.ts';
import { failureOf } from './account.ts';
import { request, type Session } from './session.ts';

interface PagedCall {
  call: CallName;
  reply: z.ZodMiniType<{ results: unknown[]; next: number | null }>;
}

/** Lists too large to mirror, and the calls that bring them. */
export const pageCalls: Record<'users_to_link', PagedCall> = {
  users_to_link: { call: 'tasks.users_to_link', reply: taskCalls['tasks.users_to_link'].reply },
};

const PAGE_SIZE = 100;
const MOST_PAGES = 20;

/** Fetches a whole list and stores it with its age, in one step at the end: an older list stays until the new is whole. */
export async function fetchPage(session: Session, key: keyof typeof pageCalls): Promise<Done> {
  const { call, reply } = pageCalls[key];
  const rows: unknown[] = [];
  let page: number | null = 1;
  while (page !== null && page <= MOST_PAGES) {
    const answer = await request(session, call, { query: { page, page_size: PAGE_SIZE } });
    if (answer.kind !== 'reply') return failureOf(answer);
    const parsed = reply.safeParse(answer.body);
    if (!parsed.success) return { ok: false, why: 'no_answer' };
    rows.push(...parsed.data.results);
    page = parsed.data.next;
  }
  await session.db.pages.put({ key, rows, fetched_at: iso(session.ports.clock.now()) });
  return { ok: true };
}
