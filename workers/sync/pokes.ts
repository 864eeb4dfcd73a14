import { log } from '../../src/lib/log.ts';
import type { Events, Heard } from './events.ts';
import type { Session } from './session.ts';

/** The stream of pokes, whose code comes when it is first wanted. */
export class Pokes {
  private readonly session: Session;
  private readonly heard: Heard;
  private events: Events | null = null;
  private isWanted = false;

  constructor(session: Session, heard: Heard) {
    this.session = session;
    this.heard = heard;
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
    const { Events } = await import('./events.ts');
    this.events ??= new Events(this.session, this.heard);
    if (this.isWanted) this.events.open();
  }
}
