import { uuidv7 } from 'uuidv7';
import type { FlowStats } from '../../../contract/entities/flow-stats.ts';
import type { Flow } from '../../../contract/entities/flow.ts';
import { Refused } from '../../../contract/errors.ts';
import { jsonEqual } from '../../../contract/json-equal.ts';
import type { CallReply } from '../../../contract/api-calls/index.ts';
import type { CallerContext, CallHandlers } from '../../handlers.ts';
import { checkVersion } from '../../http/with-current-row.ts';
import type { PageOptions } from '../pages/routes.ts';
import { toWriteInput, withEtag, withListEtag } from '../../sync/rest-adapter.ts';
import { elementRoutes } from './element-routes.ts';
import { allFlows, flowById } from './flow-repository.ts';
import {
  archiveFlowHandler,
  createFlowHandler,
  deleteFlowHandler,
  editFlowHandler,
  flowCoverHandler,
  lockFlowOrThrow,
  unarchiveFlowHandler,
  unpublishFlow,
} from './flow-writes.ts';
import { storeImage } from './images.ts';
import { checkName } from './names.ts';
import { publishFlow } from './publish.ts';
import { allStats, statsById } from './stats-repository.ts';
import { validatePhoneHandler } from './validate-phone.ts';

export type FlowCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `${'flows' | 'landings'}.${string}`>>;
type FlowView = CallReply<'flows.publish'>;
type LandingUrl = PageOptions['landing_url'];

const noFigures = { views: 0, visitors: 0, leads: 0, days: [], sources: [] };

function viewOf(landing_url: string | null, flow: Flow, stats: FlowStats | null | undefined): FlowView {
  const { id: _, rev: _rev, ...figures } = stats ?? { id: flow.id, rev: 0, ...noFigures };
  const conversion = figures.visitors === 0 ? 0 : figures.leads / figures.visitors;
  const hasUrl = landing_url !== null && flow.unique_name !== null;
  const url = hasUrl ? new URL(`/l/${flow.unique_name}`, landing_url).href : null;
  return { ...flow, url, stats: { ...figures, conversion } };
}

/** Returns a flow with its figures, and sets its version as the ETag. Throws `not_found`. */
async function replyWithFlow(context: CallerContext, landing_url: LandingUrl, id: string): Promise<FlowView> {
  const flow = await flowById(context, id);
  if (!flow) throw new Refused('not_found');
  return withEtag<FlowView>(context, viewOf(landing_url(), flow, await statsById(context, id)));
}

/** Stores the cover that was sent with the call, or removes the current cover if the call requests that. */
async function setCover(context: CallerContext, id: string, isRemoved: boolean): Promise<void> {
  const { photo } = context.request;
  if (!photo && !isRemoved) return;
  const cover = photo && (await storeImage(context, photo));
  await flowCoverHandler(context, toWriteInput<'flow.cover'>(context, id, { cover, at: context.received_at }));
}

async function setState(context: CallerContext, id: string, state: 'draft' | 'archived' | undefined): Promise<void> {
  if (state === undefined) return;
  const args = { at: context.received_at };
  if (state === 'archived') await archiveFlowHandler(context, toWriteInput<'flow.archive'>(context, id, args));
  else await unarchiveFlowHandler(context, toWriteInput<'flow.unarchive'>(context, id, args));
}

/** Handlers of the list of flows, and of changes to a flow. */
const editHandlers = (landing_url: LandingUrl): Pick<FlowCalls, `flows.${'list' | 'add' | 'change' | 'delete'}`> => ({
  'flows.list': async (context) => {
    const stats = await allStats(context);
    const flows = await allFlows(context);
    return withListEtag(
      context,
      flows.map((flow) => viewOf(landing_url(), flow, stats.get(flow.id))),
    );
  },
  'flows.add': async (context, { body: { id = uuidv7(), cover: _, lang, ...fields } }) => {
    const args = { ...fields, lang: lang ?? context.caller.user.language, at: context.received_at };
    await createFlowHandler(context, toWriteInput<'flow.create'>(context, id, args));
    await setCover(context, id, false);
    return replyWithFlow(context, landing_url, id);
  },
  'flows.change': async (context, { params: { id }, body: { cover, state, ...fields } }) => {
    const { flow } = await lockFlowOrThrow(context, id);
    await checkVersion(context.request, () => flow);
    if (cover && !jsonEqual(cover, flow.cover)) throw new Refused('invalid', { cover: 'read_only' });
    const hasFields = Object.keys(fields).length > 0;
    const isEmpty = !hasFields && cover === undefined && state === undefined && !context.request.photo;
    if (isEmpty) throw new Refused('invalid', { body: 'empty' });
    if (state === 'draft') await setState(context, id, state);
    if (hasFields) await editFlowHandler(context, toWriteInput<'flow.edit'>(context, id, fields));
    await setCover(context, id, cover === null);
    if (state === 'archived') await setState(context, id, state);
    return replyWithFlow(context, landing_url, id);
  },
  'flows.delete': async (context, { params: { id } }) => {
    const { flow } = await lockFlowOrThrow(context, id);
    await checkVersion(context.request, () => flow);
    await deleteFlowHandler(context, toWriteInput<'flow.delete'>(context, id, { at: context.received_at }));
    return { ok: true };
  },
});

const publishHandlers = (landing_url: LandingUrl): Pick<FlowCalls, `flows.${'publish' | 'unpublish'}`> => ({
  'flows.publish': async (context, { params: { id }, body: { seen_rev } }) => {
    await publishFlow(context, id, seen_rev);
    return replyWithFlow(context, landing_url, id);
  },
  'flows.unpublish': async (context, { params: { id } }) => {
    await unpublishFlow(context, await lockFlowOrThrow(context, id));
    return replyWithFlow(context, landing_url, id);
  },
});

/** Handlers of all calls of flows. */
export const flowRoutes = ({ landing_url }: Pick<PageOptions, 'landing_url'>): FlowCalls => ({
  ...editHandlers(landing_url),
  ...publishHandlers(landing_url),
  ...elementRoutes,
  'flows.check_unique_name': (context, { body: { unique_name, flow_id } }) => checkName(context, unique_name, flow_id),
  'landings.validate_phone': validatePhoneHandler,
});
