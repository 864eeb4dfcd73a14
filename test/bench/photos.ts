import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { callNamed } from '../../contract/api-calls/index.ts';
import { newFolder, Server } from '../e2e/helpers/start-server.ts';
import { multipartBody } from '../helpers/multipart.ts';
import { percentile, measureMs, type Figures } from './figures.ts';

const UPLOADS = 40;
const MIN_LOGINS = 40;
const PAUSE_MS = 50;
const PASSWORD = 'a long password of the bench';

let address = 0;
/** Sends each request from a different address, so that limits per address do not affect the measurement. */
const from = () => ({ 'x-forwarded-for': `198.18.${(address += 1) >> 8}.${address & 255}` });

/** Returns a detailed image as PNG, a format that cannot be downscaled while it is decoded. */
function picture(side: number): Promise<Buffer> {
  const data = Buffer.alloc(side * side * 3);
  for (let at = 0; at < data.length; at += 1) data[at] = (at >> 4) ^ (at >> 13);
  return sharp(data, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Returns a single-colour image of the same dimensions, which needs few bytes. */
const flatPicture = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

async function post(server: Server, path: string, body: object): Promise<{ status: number; token: string }> {
  const headers = { 'content-type': 'application/json', ...from() };
  const reply = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: reply.status, ...((await reply.json()) as { token: string }) };
}

async function register(server: Server, email: string): Promise<string> {
  const phone = `+49151234${10_000 + address}`;
  const person = {
    first_name: 'Anna',
    last_name: 'Berg',
    email,
    phone,
    password: PASSWORD,
    language: 'en',
    consent: true,
  };
  const { status, token } = await post(server, callNamed('accounts.register').path, person);
  if (status !== 201 && status !== 200) throw new Error(`no registration: ${status}`);
  return token;
}

/** Logs in repeatedly while `work` runs. Returns the durations in ms. */
async function loginTimesDuring(server: Server, email: string, work: Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  let isDone = false;
  void work.finally(() => (isDone = true));
  while (!isDone || durations.length < MIN_LOGINS) {
    durations.push(
      await measureMs(async () => {
        const { status } = await post(server, callNamed('accounts.login').path, {
          username: email,
          password: PASSWORD,
        });
        if (status !== 200) throw new Error(`no log-in: ${status}`);
      }),
    );
    await sleep(PAUSE_MS);
  }
  return durations;
}

interface Form {
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/**
 * Builds the form that all uploads send. Building it for each upload would delay the logins, which are sent by the same
 * process.
 */
function formOf(file: Buffer): Form {
  const { payload, headers } = multipartBody([
    { name: 'first_name', value: 'Nina' },
    { name: 'photo', file, type: 'image/png' },
  ]);
  return { body: new Uint8Array(payload), headers };
}

async function upload(server: Server, token: string, { body, headers }: Form): Promise<number> {
  const url = `${server.url}${callNamed('contacts.add').path}`;
  const all = { ...headers, authorization: `Bearer ${token}` };
  const reply = await fetch(url, { method: 'POST', headers: all, body });
  await reply.arrayBuffer();
  return reply.status;
}

async function uploadsAtOnce(server: Server, side: number, file: Buffer): Promise<Figures> {
  const email = `bench${side}@example.org`;
  const token = await register(server, email);
  const form = formOf(file);
  const startedAt = performance.now();
  const work = Promise.all(Array.from({ length: UPLOADS }, () => upload(server, token, form)));
  const durations = await loginTimesDuring(server, email, work);
  const statuses = await work;
  const name = `${UPLOADS} uploads of ${side} x ${side} at once`;
  const counts = Object.fromEntries(
    [...new Set(statuses)].map((status) => [
      `${name}: answers ${status}`,
      statuses.filter((other) => other === status).length,
    ]),
  );
  return {
    ...counts,
    [`${name}: all answered after, s`]: (performance.now() - startedAt) / 1000,
    [`${name}: log-ins meanwhile`]: durations.length,
    [`${name}: log-in p50, ms`]: percentile(durations, 0.5),
    [`${name}: log-in p99, ms (goal 300)`]: percentile(durations, 0.99),
    [`${name}: slowest log-in, ms`]: Math.max(...durations),
  };
}

/** Measures logins while one person uploads images of the largest accepted size, and then images that are too large. */
export async function measurePhotos(): Promise<Figures> {
  const server = new Server(newFolder('photos'));
  process.env['DEMO'] = '0';
  try {
    await server.start();
    await register(server, 'alone@example.org');
    const durationsWithoutUploads = await loginTimesDuring(server, 'alone@example.org', Promise.resolve());
    return {
      'log-in p99 with nothing else, ms': percentile(durationsWithoutUploads, 0.99),
      ...(await uploadsAtOnce(server, 4000, await picture(4000))),
      ...(await uploadsAtOnce(server, 8000, await flatPicture(8000))),
    };
  } finally {
    await server.remove();
  }
}
