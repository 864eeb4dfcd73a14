import { accountCalls } from '../../contract/calls/accounts.ts';
import { callIn } from '../../contract/calls/define.ts';
import { savedStatus } from '../../src/db/queries/status.ts';
import { closedGate } from './gates.ts';
import { request, setGates, type Session } from './session.ts';

/**
 * Asks a blocked person's server with a small call whether the block was lifted, and then reopens the gate: no event tells
 * the device, since its session ended with the block.
 */
export async function checkBlock(session: Session): Promise<void> {
  if ((await closedGate(session)) !== 'blocked') return;
  await request(session, callIn(accountCalls, 'accounts.me'));
  const { shut } = await savedStatus(session.db);
  if (!shut) await setGates(session, { blocked: false });
}
