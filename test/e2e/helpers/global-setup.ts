import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '../../../server/db/drivers.ts';
import { newFolder, SEED_VARIABLE, Server } from './start-server.ts';
import { zone } from './zone.ts';

/**
 * Creates one seeded data folder, which each test copies, because a copy is faster than a first start. Returns the
 * clean-up function.
 */
export async function seedOnce(): Promise<() => void> {
  const folder = newFolder('seed');
  const server = new Server(folder);
  await server.start();
  await server.stop();
  const db = await openEmbedded(join(folder, 'pgdata'));
  // The demo data uses the time zone of Berlin. Replace it with the time zone of the tests.
  await db.query("update users set time_zone = $1 where time_zone = 'Europe/Berlin'", [zone]);
  await db.close();
  process.env[SEED_VARIABLE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

// Playwright requires a default export.
export default seedOnce;
