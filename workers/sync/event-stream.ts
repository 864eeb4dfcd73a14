import { savedMeta } from '../../src/db/schema/meta.ts';
import { openStream } from './http-streams.ts';
import { cycleBackoff } from './retry.ts';
import type { Session } from './session.ts';

/**
 * Handlers for the event stream. A poke contains only a revision, and the first poke also the server's epoch, so a poke
 * may be lost or repeated without harm.
 */
export interface StreamHandlers {
  poke(rev: number, epoch?: string): void;
  revoked(): void;
  /**
   * Called when an open stream broke and could not be reopened. The browser often fires no event when a network fails.
   */
  lost(): void;
}

function dispatchEvent(block: string, handlers: StreamHandlers): void {
  const fields = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
  if (fields['event'] === 'revoked') handlers.revoked();
  if (fields['event'] !== 'hello' && fields['event'] !== 'poke') return;
  const data = fields['data'] ?? '';
  const rev = Number(/\d+/.exec(data)?.[0] ?? Number.NaN);
  if (Number.isInteger(rev)) handlers.poke(rev, /"epoch":"([^"]+)"/.exec(data)?.[1]);
}

async function listen(stream: ReadableStream<Uint8Array>, handlers: StreamHandlers): Promise<void> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) dispatchEvent(block, handlers);
  }
}

/** Listens for pokes while this tab is visible and no other tab is listening. Reconnects whenever the stream ends. */
export class EventStream {
  private readonly session: Session;
  private readonly handlers: StreamHandlers;
  private abort: AbortController | null = null;
  private failures = 0;
  private wasOpen = false;

  constructor(session: Session, handlers: StreamHandlers) {
    this.session = session;
    this.handlers = handlers;
  }

  open(): void {
    if (this.abort) return;
    this.abort = new AbortController();
    void this.run(this.abort.signal);
  }

  close(): void {
    this.abort?.abort();
    this.abort = null;
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { ports, user_id } = this.session;
    while (!signal.aborted) {
      await ports.locks.request(`haversack-events-${user_id}`, { ifAvailable: true }, async (lock) => {
        if (lock === null || (await this.connect(signal).catch(() => false))) return;
        if (this.wasOpen && !signal.aborted) this.handlers.lost();
        this.wasOpen = false;
      });
      this.failures += 1;
      await new Promise<void>(
        (resolve) => void ports.clock.after(1_000 + cycleBackoff(ports.random, this.failures), resolve),
      );
    }
  }

  /** Opens the stream and waits until it ends. Returns whether it could be opened. */
  private async connect(signal: AbortSignal): Promise<boolean> {
    const { db, device_id, ports } = this.session;
    const token = await savedMeta(db, 'token');
    if (!token) return false;
    const stream = await openStream(ports, token, device_id, signal);
    if (!stream) return false;
    this.failures = 0;
    this.wasOpen = true;
    await listen(stream, this.handlers).catch(() => {});
    return true;
  }
}
