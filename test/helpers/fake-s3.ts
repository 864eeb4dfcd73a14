import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Options } from '../../server/files/s3-url.ts';

/** How the fake store handles a request that it does not answer normally. */
export type S3Fault =
  | { kind: 'error'; status: number; code: string }
  /** No response at all. */
  | { kind: 'silent' }
  /** The body ends after this many bytes: the connection is closed, or stays open without further bytes. */
  | { kind: 'breaks' | 'stalls'; after: number }
  /** The Range header is ignored. */
  | { kind: 'whole' };

export interface FakeS3 {
  options: S3Options;
  objects: Map<string, Buffer>;
  /** Methods and paths of all requests. */
  requests: string[];
  /** Faults of the next requests, in order; null for a normal response. */
  faults: (S3Fault | null)[];
  close(): Promise<void>;
}

const SECRET = 'se/cr+et with spaces';
const PAGE_SIZE = 2;

function sendError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>said the fake store</Message></Error>`);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Computes the signature again, as a real store does. */
async function isSigned(request: IncomingMessage, secret: string): Promise<boolean> {
  const { authorization = '', host = '', 'x-amz-date': datetime, 'x-amz-content-sha256': hash } = request.headers;
  const signer = new AwsV4Signer({
    method: request.method ?? 'GET',
    url: `http://${host}${request.url ?? ''}`,
    headers: { 'X-Amz-Content-Sha256': String(hash) },
    ...{ accessKeyId: 'KEY', secretAccessKey: secret, service: 's3', region: 'eu-test-1', datetime: String(datetime) },
  });
  return (await signer.sign()).headers.get('authorization') === authorization;
}

function sendPage(response: ServerResponse, url: URL, objects: Map<string, Buffer>): void {
  const prefix = url.searchParams.get('prefix') ?? '';
  const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).toSorted();
  const start = Number(url.searchParams.get('continuation-token') ?? 0);
  const page = names.slice(start, start + PAGE_SIZE);
  const next = start + PAGE_SIZE < names.length ? String(start + PAGE_SIZE) : null;
  const keys = page.map((name) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`).join('');
  const continuation = next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
  response.end(
    `<ListBucketResult><IsTruncated>${next !== null}</IsTruncated>${continuation}${keys}</ListBucketResult>`,
  );
}

function sendObject(request: IncomingMessage, response: ServerResponse, data: Buffer, fault: S3Fault | null): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const isRange = from !== undefined && fault?.kind !== 'whole';
  const content = isRange ? data.subarray(Number(from), Number(to) + 1) : data;
  response.writeHead(isRange ? 206 : 200, { 'content-length': content.length });
  if (fault?.kind !== 'breaks' && fault?.kind !== 'stalls') return void response.end(content);
  response.write(content.subarray(0, fault.after), () => {
    if (fault.kind === 'breaks') response.destroy();
  });
}

/**
 * Starts a small store that speaks S3, checks signatures and hashes, lists two objects a page, and has the faults that
 * a test asks for.
 */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const faults: (S3Fault | null)[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://fake');
    requests.push(`${request.method ?? ''} ${url.pathname}`);
    const fault = faults.shift() ?? null;
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'error') return sendError(response, fault.status, fault.code);
    if (!(await isSigned(request, SECRET))) return sendError(response, 403, 'SignatureDoesNotMatch');
    const [, bucket = '', ...parts] = url.pathname.split('/');
    if (bucket !== 'files') return sendError(response, 404, 'NoSuchBucket');
    const name = parts.join('/');
    if (name === '') return sendPage(response, url, objects);
    if (request.method === 'PUT') {
      const data = await bodyOf(request);
      const hash = createHash('sha256').update(data).digest('hex');
      if (hash !== request.headers['x-amz-content-sha256'])
        return sendError(response, 400, 'XAmzContentSHA256Mismatch');
      objects.set(name, data);
      return void response.end();
    }
    const data = objects.get(name);
    if (request.method === 'DELETE') objects.delete(name);
    if (request.method === 'DELETE') return void response.writeHead(204).end();
    if (!data) return sendError(response, 404, 'NoSuchKey');
    if (request.method === 'HEAD') return void response.writeHead(200, { 'content-length': data.length }).end();
    return sendObject(request, response, data, fault);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const options = { origin: `http://127.0.0.1:${port}`, bucket: 'files', prefix: 'some/', region: 'eu-test-1' };
  return {
    options: { ...options, access_key: 'KEY', secret: SECRET },
    ...{ objects, requests, faults },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
