import { accountCalls } from '../../contract/api-calls/accounts.ts';
import { erasedCall } from '../../contract/api-calls/define.ts';
import { savedStatus } from '../../src/db/queries/status.ts';
import { closedGate } from './gates.ts';
import { request, setGates, type Session } from './session.ts';

/**
 * Sends a small call, if the user is blocked, to find out whether the block was lifted, and reopens the gate if so. The
 * device has to ask because its session, and with it the event stream, ended with the block.
 */
export async function checkBlock(session: Session): Promise<void> {
  if ((await closedGate(session)) !== 'blocked') return;
  await request(session, erasedCall(accountCalls, 'accounts.me'));
  const { shut } = await savedStatus(session.db);
  if (!shut) await setGates(session, { blocked: false });
}
