import { uuidv7 } from 'uuidv7';
import type { flowCalls } from '../../contract/api-calls/flows.ts';
import type { Samples } from './samples.ts';
import type { TestServer } from './server.ts';

type Token = string | undefined;

const newId = (body: Record<string, unknown>) => (typeof body['id'] === 'string' ? body['id'] : uuidv7());

/** Returns an address that no other flow has. */
const newAddress = () => `page-${uuidv7()}`.slice(0, 40);

async function createFlow(server: TestServer, token: Token): Promise<string> {
  const { body } = await server.call('flows.add', {
    token,
    body: { title: 'Spring course', unique_name: newAddress() },
  });
  return newId(body);
}

async function createElement(server: TestServer, token: Token) {
  const flowId = await createFlow(server, token);
  const body = { type: 'heading', text: 'Join us' };
  const reply = await server.call('flows.add_element', { token, params: { flowId }, body });
  return { flowId, elementId: newId(reply.body) };
}

/** Creates a flow with a published page. */
async function createPublishedFlow(server: TestServer, token: Token): Promise<string> {
  const { flowId } = await createElement(server, token);
  await server.call('flows.publish', { token, params: { id: flowId }, body: {} });
  return flowId;
}

/** Returns valid requests for the landing page calls. */
export function flowSamples(server: TestServer): Pick<Samples, keyof typeof flowCalls> {
  return {
    'flows.list': () => Promise.resolve({}),
    'flows.add': () => Promise.resolve({ body: { title: 'Spring course' } }),
    'flows.change': async (token) => ({ params: { id: await createFlow(server, token) }, body: { title: 'Summer' } }),
    'flows.delete': async (token) => ({ params: { id: await createFlow(server, token) } }),
    'flows.landing': async (token) => ({ params: { id: await createFlow(server, token) } }),
    'flows.add_element': async (token) => ({
      params: { flowId: await createFlow(server, token) },
      body: { type: 'heading', text: 'Join us' },
    }),
    'flows.change_element': async (token) => ({
      params: await createElement(server, token),
      body: { text: 'Join today' },
    }),
    'flows.delete_element': async (token) => ({ params: await createElement(server, token) }),
    'flows.check_unique_name': () => Promise.resolve({ body: { unique_name: newAddress() } }),
    'landings.validate_phone': () => Promise.resolve({ body: { phone: '+4915112345678' } }),
    'flows.publish': async (token) => ({ params: { id: (await createElement(server, token)).flowId }, body: {} }),
    'flows.unpublish': async (token) => ({ params: { id: await createPublishedFlow(server, token) } }),
    'flows.versions': async (token) => ({ params: { id: await createFlow(server, token) } }),
    'flows.restore_version': async (token) => ({
      params: { id: await createPublishedFlow(server, token), number: '1' },
    }),
  };
}
