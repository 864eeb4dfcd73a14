import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { StoreFailure } from './file-store.ts';
import type { S3Options } from './s3-url.ts';

/** How long, in ms, the store may send and receive nothing before a request fails. */
export const STALL_MS = 10_000;
/** Milliseconds until the next attempt after the store has failed or asked for fewer requests. */
export const RETRY_DELAYS_MS: readonly number[] = [200, 1000];
/** How many characters of the body of an error response are read. */
const MAX_ERROR_LENGTH = 10_000;

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Name of the object without the prefix; empty for the bucket. */
  name: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** The body: its size, the hash with which the request is signed, and a function that reads it. */
  body?: { bytes: number; sha256: string; read: () => AsyncIterable<Uint8Array> };
  /** Statuses outside of 2xx that do not count as failures. */
  accepts?: readonly number[];
}

/** A failure of one attempt. */
class Attempt extends Error {
  readonly isRepeatable: boolean;
  constructor(reason: string, isRepeatable: boolean) {
    super(reason);
    this.isRepeatable = isRepeatable;
  }
}

/** Aborts a request if nothing happens for STALL_MS while it waits for the store. */
class StallTimer {
  readonly #ms: number;
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  restart(): void {
    this.stop();
    const abort = () => this.#abort.abort(new Attempt(`the store did not answer within ${this.#ms} ms`, false));
    this.#timer = setTimeout(abort, this.#ms).unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Ends the request, even if its body has not been sent yet. */
  abort(): void {
    this.stop();
    this.#abort.abort();
  }
}

/** Returns the error for a failed response, and whether another attempt may succeed. */
function failedAttempt(status: number, body: string): Attempt {
  const code = /<Code>([^<]{1,100})<\/Code>/.exec(body)?.[1] ?? '';
  const named = code === '' ? `status ${status}` : `${code}, status ${status}`;
  if (status === 507 || /Quota|EntityTooLarge|StorageFull/.test(code))
    return new Attempt(`the bucket is full (${named})`, false);
  if (status === 401 || status === 403) return new Attempt(`the store rejects the key or the secret (${named})`, false);
  if (code === 'NoSuchBucket') return new Attempt(`the bucket does not exist (${named})`, false);
  if (status === 429 || code === 'SlowDown') return new Attempt(`the store asks for fewer requests (${named})`, true);
  return new Attempt(`the store failed (${named})`, status >= 500);
}

/** Describes an error of the network. */
function networkAttempt(error: unknown): Attempt {
  if (error instanceof Attempt) return error;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Attempt) return cause;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'no code';
  return new Attempt(`the connection to the store failed (${code})`, true);
}

/** A response whose body fails if the store stalls. */
export interface S3Response {
  status: number;
  headers: Headers;
  /** Yields the body. Read it to the end or close the generator with `return()`, so that the connection is released. */
  body(): AsyncGenerator<Uint8Array>;
  text(): Promise<string>;
}

async function* bodyOf(response: Response, timer: StallTimer): AsyncGenerator<Uint8Array> {
  if (!response.body) return;
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  try {
    for (;;) {
      // The timer runs only while the server waits for the store, so that a slow phone does not count as a failure.
      timer.restart();
      const { done, value } = await reader.read();
      timer.stop();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new StoreFailure(networkAttempt(timer.signal.reason ?? error).message);
  } finally {
    timer.stop();
    await reader.cancel().catch(() => undefined);
  }
}

async function textOf(body: AsyncGenerator<Uint8Array>, max = Infinity): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > max) break;
  }
  return text;
}

/**
 * Sends the body of a request, and restarts the timer with each chunk that the store accepts. An error of the source is
 * passed to `onError`, because fetch would report it as an error of the network.
 */
async function* sent(
  chunks: AsyncIterable<Uint8Array>,
  timer: StallTimer,
  onError: (error: Error) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of chunks) {
      timer.restart();
      yield chunk;
    }
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
  timer.restart();
}

function streamOf(body: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { done, value } = await body.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await body.return(undefined);
    },
  });
}

/** Sends signed requests to an S3-compatible store, and repeats those that can succeed later. */
export class S3Client {
  readonly #options: S3Options;
  readonly #stall_ms: number;
  readonly #delays: readonly number[];

  constructor(options: S3Options, { stall_ms = STALL_MS, retry_delays_ms = RETRY_DELAYS_MS } = {}) {
    this.#options = options;
    this.#stall_ms = stall_ms;
    this.#delays = retry_delays_ms;
  }

  /** Throws StoreFailure with the reason of the last attempt. */
  async send(request: S3Request): Promise<S3Response> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#attempt(request);
      } catch (error) {
        if (!(error instanceof Attempt)) throw error;
        const delay = error.isRepeatable ? this.#delays[attempt] : undefined;
        if (delay === undefined) throw new StoreFailure(error.message);
        await wait(delay);
      }
    }
  }

  async #signed({ method, name, query = {}, headers = {}, body }: S3Request) {
    const { origin, bucket, prefix, region, access_key, secret } = this.#options;
    const url = new URL(`${origin}/${bucket}${name === '' ? '' : `/${prefix}${name}`}`);
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
    const hash = body && { 'X-Amz-Content-Sha256': body.sha256, 'Content-Length': String(body.bytes) };
    const credentials = { accessKeyId: access_key, secretAccessKey: secret, service: 's3', region };
    const signer = new AwsV4Signer({ ...credentials, method, url: url.href, headers: { ...headers, ...hash } });
    return signer.sign();
  }

  async #attempt(request: S3Request): Promise<S3Response> {
    const { method, url, headers } = await this.#signed(request);
    const timer = new StallTimer(this.#stall_ms);
    const source: { error?: Error } = {};
    const body = request.body && sent(request.body.read(), timer, (error) => (source.error = error));
    const upload = body && { body: streamOf(body), duplex: 'half' as const };
    timer.restart();
    const response = await fetch(url, { method, headers, ...upload, signal: timer.signal, redirect: 'error' })
      .catch((error: unknown) => {
        throw source.error ?? networkAttempt(timer.signal.reason ?? error);
      })
      .finally(() => timer.stop());
    const { status } = response;
    const read = () => bodyOf(response, timer);
    const isAccepted = response.ok || request.accepts?.includes(status) === true;
    if (!isAccepted) {
      const text = await textOf(read(), MAX_ERROR_LENGTH).catch(() => '');
      // The store may respond before it has received the whole body.
      timer.abort();
      throw failedAttempt(status, text);
    }
    return { status, headers: response.headers, body: read, text: () => textOf(read()) };
  }
}
