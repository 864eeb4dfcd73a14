import { seedOnce } from '../e2e/helpers/global-setup.ts';
import { startServer } from '../e2e/helpers/start-server.ts';
import type { Figures } from './figures.ts';
import { importClient, logIn } from './import-client.ts';

const ROWS = 6_000;
const KILLS = 3;

const waitingIn = async (api: ReturnType<typeof importClient>): Promise<number> =>
  (await api.call<{ total_count: number }>('team.waiting_users', {})).total_count;

/** Kills the server three times during an import. Throws unless the result equals that of an undisturbed run. */
export async function measureImportKills(): Promise<Figures> {
  const removeSeed = await seedOnce();
  const server = await startServer();
  try {
    const token = await logIn(server);
    const before = await waitingIn(importClient(server, token));
    const plan = await importClient(server, token).start(ROWS);
    const { id } = plan;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await importClient(server, token).waitFor(id, (ROWS / (KILLS + 2)) * kill);
      await server.kill();
      await server.start();
    }
    const api = importClient(server, token);
    await api.waitFor(id, ROWS);
    const result = await api.row(id);
    const added = (await waitingIn(api)) - before;
    if (result.state !== 'completed' || result.created !== ROWS || added !== ROWS || plan.created !== ROWS)
      throw new Error(`the result differs from that of an undisturbed run: ${JSON.stringify({ result, added })}`);
    return {
      'import with three kills: people created': result.created,
      'import with three kills: people added': added,
    };
  } finally {
    await server.remove();
    removeSeed();
  }
}
