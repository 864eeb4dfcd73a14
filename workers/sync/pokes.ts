import { log } from '../../src/lib/log.ts';
import type { EventStream, StreamHandlers } from './events.ts';
import type { Session } from './session.ts';

/** Opens and closes the event stream; its code is loaded on first use. */
export class PokeListener {
  private readonly session: Session;
  private readonly handlers: StreamHandlers;
  private events: EventStream | null = null;
  private isWanted = false;

  constructor(session: Session, heard: StreamHandlers) {
    this.session = session;
    this.handlers = heard;
  }

  open(): void {
    this.isWanted = true;
    this.load().catch((error: unknown) => log.warn('no pokes', error));
  }

  close(): void {
    this.isWanted = false;
    this.events?.close();
  }

  private async load(): Promise<void> {
    const { EventStream } = await import('./events.ts');
    this.events ??= new EventStream(this.session, this.handlers);
    if (this.isWanted) this.events.open();
  }
}
