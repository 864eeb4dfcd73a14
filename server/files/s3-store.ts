import { Parser } from 'htmlparser2';
import { type ByteRange } from '../../contract/media-range.ts';
import type { Log } from '../log.ts';
import { ObjectMissing, StoreFailure, type ExternalStore, type NewObject, type ObjectKey } from './file-store.ts';
import type { S3Client, S3Response } from './s3-client.ts';

/** How many times the rest of an object is requested again after the transfer broke off. */
export const MAX_RESUMES = 3;
const NOT_FOUND = 404;

/**
 * The first two characters of the hash form a prefix, because stores that work like folders would be slow with all
 * objects in one folder.
 */
const nameOf = ({ scope, sha256 }: ObjectKey): string => `${scope}/${sha256.slice(0, 2)}/${sha256}`;

interface Page {
  hashes: string[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

/** Parses the response of ListObjectsV2. */
function parsePage(xml: string): Page {
  const keys: string[] = [];
  let [text, next, isTruncated] = ['', '', false];
  const parser = new Parser(
    {
      onopentag: () => {
        text = '';
      },
      ontext: (part) => {
        text += part;
      },
      onclosetag: (tag) => {
        if (tag === 'Key') keys.push(text);
        if (tag === 'NextContinuationToken') next = text;
        if (tag === 'IsTruncated') isTruncated = text === 'true';
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  const hashes = keys.map((key) => key.slice(key.lastIndexOf('/') + 1)).filter((name) => /^[0-9a-f]{64}$/.test(name));
  return { hashes, next: isTruncated && next !== '' ? next : null };
}

/** Keeps objects in a bucket of an S3-compatible store. */
export class S3Store implements ExternalStore {
  readonly name = 's3';
  readonly #client: S3Client;
  readonly #prefix: string;
  readonly #log: Log;

  constructor(client: S3Client, { prefix, log }: { prefix: string; log: Log }) {
    this.#client = client;
    this.#prefix = prefix;
    this.#log = log;
  }

  async sizeOf(key: ObjectKey): Promise<number | null> {
    const { status, headers } = await this.#client.send({ method: 'HEAD', name: nameOf(key), accepts: [NOT_FOUND] });
    return status === NOT_FOUND ? null : Number(headers.get('content-length'));
  }

  async write({ bytes, read, ...key }: NewObject): Promise<void> {
    const body = { bytes, sha256: key.sha256, read };
    await (await this.#client.send({ method: 'PUT', name: nameOf(key), body })).text();
  }

  async read(key: ObjectKey, range: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    return this.#resumed(key, range, await this.#open(key, range));
  }

  async delete(key: ObjectKey): Promise<void> {
    await (await this.#client.send({ method: 'DELETE', name: nameOf(key), accepts: [NOT_FOUND] })).text();
  }

  async *list(scope: string): AsyncGenerator<string> {
    const query = { 'list-type': '2', prefix: `${this.#prefix}${scope}/` };
    for (let next: string | null = ''; next !== null;) {
      const token: Record<string, string> = next === '' ? {} : { 'continuation-token': next };
      const reply = await this.#client.send({ method: 'GET', name: '', query: { ...query, ...token } });
      const page = parsePage(await reply.text());
      yield* page.hashes;
      next = page.next;
    }
  }

  /** Does nothing: an object is stored as a whole. */
  async deleteUnfinished(): Promise<void> {
    return undefined;
  }

  async check(): Promise<void> {
    const query = { 'list-type': '2', 'max-keys': '1' };
    await (await this.#client.send({ method: 'GET', name: '', query })).text();
  }

  async #open(key: ObjectKey, { from, to }: ByteRange): Promise<S3Response> {
    const headers = { Range: `bytes=${from}-${to}` };
    const response = await this.#client.send({ method: 'GET', name: nameOf(key), headers, accepts: [NOT_FOUND] });
    if (response.status === NOT_FOUND) {
      if ((await response.text()).includes('NoSuchBucket')) throw new StoreFailure('the bucket does not exist');
      throw new ObjectMissing(key);
    }
    if (Number(response.headers.get('content-length')) === to - from + 1) return response;
    await response.body().return(undefined);
    throw new StoreFailure(`the store sent another range than ${from} to ${to}`);
  }

  /** Yields the range, and requests the rest of it again if the body breaks off. */
  async *#resumed(key: ObjectKey, { from, to }: ByteRange, first: S3Response): AsyncGenerator<Uint8Array> {
    let next = from;
    let response = first;
    for (let resumes = 0; ; resumes += 1) {
      try {
        for await (const chunk of response.body()) {
          next += chunk.length;
          yield chunk;
        }
        return;
      } catch (error) {
        if (!(error instanceof StoreFailure) || resumes >= MAX_RESUMES) throw error;
        this.#log.warn({ store: this.name, sha256: key.sha256, reason: error.reason }, 'a file is read again');
        if (next > to) return;
      }
      response = await this.#open(key, { from: next, to });
    }
  }
}
