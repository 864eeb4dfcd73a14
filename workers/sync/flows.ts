import { untypedCall } from '../../contract/api-calls/define.ts';
import { flowCalls } from '../../contract/api-calls/flows.ts';
import { PublicConfig } from '../../contract/api-calls/sync.ts';
import type { FlowActions, PublishResult } from '../../src/bridge/flow-api.ts';
import type { Failure } from '../../src/bridge/results.ts';
import { entriesOf } from '../../src/db/outbox/view.ts';
import { savedBlocks, savedBlockWrites } from '../../src/db/queries/flows.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { parseReply, toActionResult } from './account.ts';
import { sendAuthenticated, type Session } from './session.ts';
import type { SyncClient } from './sync-client.ts';

const CHECK_TIMEOUT_MS = 10_000;

const call = (name: keyof typeof flowCalls) => untypedCall(flowCalls, name);

/** Whether a flow or one of its blocks has unsent changes. */
async function hasUnsentChanges({ db }: Session, id: string): Promise<boolean> {
  const [own, blocks] = await Promise.all([entriesOf(db, 'flows', id), savedBlockWrites(db, id)]);
  return own.length + blocks.length > 0;
}

/** Sends all changes that can be sent. Returns null if the sync cycle succeeded, otherwise the failure. */
async function sendChanges({ ports }: Session, { scheduler }: SyncClient): Promise<Failure | null> {
  const outcome = await scheduler.syncNow();
  if (outcome === 'done') return null;
  return { ok: false, why: outcome === 'busy' ? 'busy' : ports.isOnline() ? 'no_answer' : 'offline' };
}

/**
 * Publishes a page exactly as this device shows it: unsent changes of the page are sent first, and the server refuses
 * if its draft is newer than the draft on this device.
 */
async function publish(session: Session, client: SyncClient, id: string, key: string): Promise<PublishResult> {
  const failure = await sendChanges(session, client);
  if (failure) return failure;
  if (await hasUnsentChanges(session, id)) return { ok: false, why: 'unsent' };
  const blocks = await savedBlocks(session.db, id);
  const body = { seen_rev: Math.max(0, ...blocks.map(({ rev }) => rev)) };
  const result = await sendAuthenticated(session, call('flows.publish'), { params: { id }, body, key });
  const parsed = parseReply(result, flowCalls['flows.publish'].reply);
  // If the server refused because its draft is newer, the user needs that draft.
  await client.scheduler.syncNow();
  return parsed.ok ? { ok: true, url: parsed.body.url } : parsed;
}

/** Actions on landing pages. They need the network. */
export function flowActions(session: Session, client: SyncClient): FlowActions {
  const { scheduler } = client;
  return {
    landingUrl: async () => {
      const parsed = parseReply(await sendAuthenticated(session, 'configs.all'), PublicConfig);
      if (!parsed.ok) return parsed;
      const url = parsed.body.landing_url?.replace(/\/$/, '') ?? null;
      await saveMeta(session.db, 'landing_url', url);
      return { ok: true, url };
    },
    checkFlowName: async (unique_name, flow_id) => {
      const name = 'flows.check_unique_name';
      const body = { unique_name, ...(flow_id !== null && { flow_id }) };
      const result = await sendAuthenticated(session, call(name), { body, timeout_ms: CHECK_TIMEOUT_MS });
      const parsed = parseReply(result, flowCalls[name].reply);
      return parsed.ok ? { ok: true, is_taken: parsed.body.matches, error: parsed.body.error } : parsed;
    },
    publishFlow: (id, key) => publish(session, client, id, key),
    unpublishFlow: async (id) => {
      const done = toActionResult(await sendAuthenticated(session, call('flows.unpublish'), { params: { id } }));
      if (done.ok) await scheduler.syncNow();
      return done;
    },
    flowVersions: async (id) => {
      const name = 'flows.versions';
      const parsed = parseReply(
        await sendAuthenticated(session, call(name), { params: { id } }),
        flowCalls[name].reply,
      );
      return parsed.ok ? { ok: true, versions: parsed.body } : parsed;
    },
    restoreFlowVersion: async (id, number) => {
      // All changes are sent first. Otherwise unsent changes would later be applied to the restored blocks.
      const failure = await sendChanges(session, client);
      if (failure) return failure;
      const params = { id, number: String(number) };
      const done = toActionResult(await sendAuthenticated(session, call('flows.restore_version'), { params }));
      if (done.ok) await scheduler.syncNow();
      return done;
    },
  };
}
