import type { Member } from './members.ts';
import { HOUR, MINUTE } from './provider-faults.ts';
import type { YearWorld } from './world.ts';

interface Reply {
  status: number;
  body: unknown;
}

/** Sends a request of a member's device. A status of 500 or above is a violation. */
export async function sendRequest(
  world: YearWorld,
  member: Member,
  path: string,
  payload: object,
  key: string,
): Promise<Reply> {
  const headers = { authorization: `Bearer ${member.token}`, 'idempotency-key': key };
  const reply = await world.server.app.inject({ method: 'POST', url: path, headers, payload });
  if (reply.statusCode >= 500) world.report('server', `${path} was answered with ${reply.statusCode}`, member.id);
  return { status: reply.statusCode, body: reply.json() };
}

/** Relative frequencies of the actions of a member on the payment page. */
const payPageWeights = { pay: 70, retry: 10, decline: 4, abandon: 8, late: 4, come_back: 4 } as const;

/**
 * Makes a member act on the payment page. After a declined card, the member can try again immediately. `ask` requests
 * the page again.
 */
export function visitPage(world: YearWorld, member: Member, url: string, ask: () => Promise<void>): void {
  const { chance } = world;
  const action = chance.pickWeighted(payPageWeights);
  world.note(`sees the payment page: ${action}`, member.id);
  const payIn = (ms: number) =>
    world.schedule(ms, async () => {
      if (!world.provider.payOnPage(url)) return world.note('finds the payment page closed', member.id);
      member.card = 'good';
    });
  if (action === 'pay' || action === 'retry') payIn(MINUTE + chance.next() * 5 * MINUTE);
  // The page is open for 23 hours.
  if (action === 'late') payIn(20 * HOUR + chance.next() * 5 * HOUR);
  if (action === 'come_back') world.schedule(HOUR + chance.next() * 30 * HOUR, ask);
}
