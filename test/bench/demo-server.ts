import { ensureChromium } from '../chromium.ts';
import { seedOnce } from '../e2e/helpers/global-setup.ts';
import { startServer, type Server } from '../e2e/helpers/start-server.ts';
import { CONTACTS, seedContacts } from './seed.ts';

/** Calls `run` with a server that has the demo data, for a browser. `fill` may first add more data to its folder. */
export async function withDemoServer<T>(
  run: (server: Server) => Promise<T>,
  fill?: (folder: string) => Promise<void>,
): Promise<T> {
  ensureChromium();
  const removeSeed = await seedOnce();
  try {
    const server = await startServer(fill);
    try {
      return await run(server);
    } finally {
      await server.remove();
    }
  } finally {
    removeSeed();
  }
}

/** The email address of the employee to whom the address book belongs. */
export const EMAIL = 'consultant@example.org';

/** Calls `run` with a server on which one employee has a large address book. */
export const withAddressBook = <T>(run: (server: Server) => Promise<T>, count = CONTACTS): Promise<T> =>
  withDemoServer(run, (folder) => seedContacts(folder, EMAIL, count));
