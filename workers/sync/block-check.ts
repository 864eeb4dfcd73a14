import { accountCalls } from '../../contract/api-calls/accounts.ts';
import { untypedCall } from '../../contract/api-calls/define.ts';
import { savedSyncStatus } from '../../src/db/queries/status.ts';
import { findClosedGate } from './gates.ts';
import { sendAuthenticated, setGates, type Session } from './session.ts';

/**
 * If the user is blocked, sends a small call to find out whether the block was lifted, and reopens the gate if so. The
 * server cannot notify the device, because the block ended the session and its event stream.
 */
export async function checkBlock(session: Session): Promise<void> {
  if ((await findClosedGate(session)) !== 'blocked') return;
  await sendAuthenticated(session, untypedCall(accountCalls, 'accounts.me'));
  const { shut } = await savedSyncStatus(session.db);
  if (!shut) await setGates(session, { blocked: false });
}
