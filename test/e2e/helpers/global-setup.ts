import { rmSync } from 'node:fs';
import { newFolder, SEED_VARIABLE, Server } from './start-server.ts';

/** Makes one seeded data folder; each test copies it, which is quicker than a first start. Gives the clean-up. */
export async function seedOnce(): Promise<() => void> {
  const folder = newFolder('seed');
  const server = new Server(folder);
  await server.start();
  await server.stop();
  process.env[SEED_VARIABLE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

// Playwright asks for a default export.
export default seedOnce;
