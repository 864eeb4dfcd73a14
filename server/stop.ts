import type { FastifyInstance } from 'fastify';
import { print } from './cli/print.ts';

const STOP_WITHIN_MS = 4_500;

interface StoppingServer {
  app: Pick<FastifyInstance, 'close' | 'server'>;
  /**
   * Milliseconds for which the server still accepts requests, while /readyz already reports that it is stopping, so
   * that a proxy can stop sending requests to it.
   */
  drain_ms: number;
  /** `isStopping` is set when the signal arrives; from then on, /readyz fails. */
  state: { isStopping: boolean };
  /** Called after all requests have ended. */
  close: () => Promise<void>;
}

/**
 * Stops the server on a signal. After `drain_ms` it accepts no new requests. Connections that are still open 1.5
 * seconds later are closed; then the database is closed and the process exits, at the latest 4.5 seconds after the
 * draining. A second signal ends the draining immediately.
 */
export function stopOnSignal({ app, state, drain_ms, close }: StoppingServer): void {
  let endDraining: (() => void) | null = null;
  async function stop(): Promise<void> {
    if (endDraining) {
      endDraining();
      return;
    }
    print('Stopping …');
    state.isStopping = true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, drain_ms).unref();
      endDraining = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    const cutOff = setTimeout(() => app.server.closeAllConnections(), STOP_WITHIN_MS / 3);
    const giveUp = setTimeout(() => process.exit(1), STOP_WITHIN_MS);
    await app.close();
    await close();
    clearTimeout(cutOff);
    clearTimeout(giveUp);
    print('Stopped.');
    process.exit(0);
  }
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
}
