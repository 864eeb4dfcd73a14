import { findItem, invalid, missing, nextId, ok, type Handler } from './handler.ts';
import type { Item } from './world.ts';

/** Lessons with the time that the caller has spent on them. */
const dashboardLessons: Handler = ({ world }) =>
  ok(
    world.lessons.map(({ id, name }) => {
      const time = world.times.filter(({ lesson }) => lesson === id).reduce((sum, each) => sum + each.time, 0);
      return { id, name, progress: time, isCompleted: time >= 300 };
    }),
  );

/** Subscription and landing pages of the caller, and the progress in lessons. */
export const accountRoutes: Record<string, Handler> = {
  'GET /api/navigator/lessons/dashboard/': dashboardLessons,
  'GET /api/subscription/info/': () =>
    ok({
      current: {
        package: { id: 1, name: 'Basic' },
        package_id: 1,
        period: 'month',
        price: '9.50',
        isActive: true,
        auto_pay: true,
      },
      history: [{ id: 7, date: '01/02/2026 10:00', amount: '9.50', name: 'Basic' }],
    }),
  'POST /api/subscription/packages/': () =>
    ok({ data: [{ id: 1, name: 'Basic', price: '9.50', options: ['All lessons'] }] }),
  'GET /api/user_flows/': ({ world, caller }) => ok(world.flows.filter(({ owner }) => owner === caller!.id)),
  'POST /api/user_flows/': ({ world, caller, body }) => {
    if (!body['title']) return invalid('title');
    const flow: Item = { id: nextId(world.flows), owner: caller!.id, name: body['title'], slug: body['unique_name'] };
    world.flows.push(flow);
    return ok(flow, 201);
  },
  'PUT /api/user_flows/:id/': ({ world, params, body }) => {
    const flow = findItem(world.flows, params[0]);
    if (!flow) return missing;
    if ('title' in body) flow['name'] = body['title'];
    if ('state' in body) flow['status'] = body['state'];
    return ok(flow);
  },
  'DELETE /api/user_flows/:id/': ({ world, params }) => {
    const flow = findItem(world.flows, params[0]);
    if (!flow) return missing;
    world.flows = world.flows.filter((each) => each !== flow);
    return ok({});
  },
};
