import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { callNamed } from '../../contract/api-calls/index.ts';
import type { PushReply } from '../../contract/sync.ts';
import { blankContact } from '../helpers/blank-contact.ts';

const RETRY_MS = 50;
const REQUEST_TIMEOUT_MS = 10_000;
/** The last write must be stored within this time after the end of the run. */
const STORED_WITHIN_MS = 60_000;

/** Responses that say "try again": the proxy has no server or lost it, or the database cannot be reached. */
const RETRYABLE = new Set([502, 503, 504]);

/** The result of one attempt to send a write. */
type Attempt = 'stored' | 'retry' | 'wrong';

/**
 * Sends one write after the other, and repeats each until it is acknowledged. This shows how long nothing can be
 * written.
 */
export class Prober {
  /** The names of the acknowledged contacts, by id. */
  readonly created = new Map<string, string>();
  readonly acknowledged: string[] = [];
  /** How often each kind of failure was seen. */
  readonly failures = new Map<string, number>();
  /** Responses that no client should ever get. */
  readonly unexpectedReplies: string[] = [];
  readonly #url: string;
  readonly #token: string;
  readonly #pause_ms: number;
  readonly #device_id = uuidv7();
  #isRunning = false;
  #giveUpAt = Infinity;
  #running: Promise<void> = Promise.resolve();
  #waiting: { since: number; resolve: (at: number) => void }[] = [];

  /** Pauses `pause_ms` after each write. */
  constructor(base: string, token: string, pause_ms = 0) {
    this.#url = `${base}${callNamed('sync.push').path}`;
    this.#token = token;
    this.#pause_ms = pause_ms;
  }

  start(): void {
    this.#isRunning = true;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#giveUpAt = Date.now() + STORED_WITHIN_MS;
    await this.#running;
  }

  /** Resolves when a write that was sent after `since` is acknowledged. Returns the time of the acknowledgement. */
  writtenAfter(since: number): Promise<number> {
    return new Promise((resolve) => this.#waiting.push({ since, resolve }));
  }

  async #run(): Promise<void> {
    while (this.#isRunning) {
      const [id, op_id, first_name] = [uuidv7(), uuidv7(), `probe ${this.#device_id} ${this.acknowledged.length}`];
      const at = new Date().toISOString();
      const commonFields = { deps: [], v: 1, base_rev: 0, base: null, at, clock_offset_ms: 0 };
      const args = { ...blankContact, first_name, at };
      const op = {
        ...commonFields,
        op_id,
        lane: `contacts:${id}`,
        kind: 'contact.create',
        entity: 'contacts',
        id,
        args,
      };
      let attempt: Attempt = 'retry';
      while (attempt === 'retry' && Date.now() < this.#giveUpAt) {
        const sentAt = Date.now();
        attempt = await this.#send(op);
        if (attempt === 'stored') this.#noteStored(sentAt);
        await sleep(attempt === 'retry' ? RETRY_MS : this.#pause_ms);
      }
      if (attempt === 'retry') this.unexpectedReplies.push(`no reply to ${op_id} that it is stored`);
      if (attempt === 'stored') this.acknowledged.push(op_id);
      if (attempt === 'stored') this.created.set(id, first_name);
    }
  }

  #noteStored(sentAt: number): void {
    const now = Date.now();
    for (const { since, resolve } of this.#waiting) if (sentAt >= since) resolve(now);
    this.#waiting = this.#waiting.filter(({ since }) => sentAt < since);
  }

  #note(failure: string): void {
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
  }

  async #send(op: object): Promise<Attempt> {
    try {
      const reply = await fetch(this.#url, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ proto: 1, device_id: this.#device_id, ops: [op] }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      });
      const text = await reply.text();
      if (!reply.ok) return this.#classifyRefusal(reply.status, text);
      const [result] = (JSON.parse(text) as PushReply).results;
      return result?.status === 200 ? 'stored' : this.#classifyRefusal(result?.status ?? 0, JSON.stringify(result));
    } catch (error) {
      const { cause, name } = error as Error;
      this.#note(cause instanceof Error && 'code' in cause ? String(cause.code) : name);
      return 'retry';
    }
  }

  #classifyRefusal(status: number, text: string): Attempt {
    // The first attempt may still be running while the second one arrives.
    const isRetryable = RETRYABLE.has(status) || text.includes('"op_in_progress"');
    this.#note(String(status));
    if (!isRetryable) this.unexpectedReplies.push(`${status} ${text.slice(0, 300)}`);
    return isRetryable ? 'retry' : 'wrong';
  }
}
