import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSyncServer, type SyncServer } from '../helpers/sync-server.ts';
import { Chance } from '../simulation/rng.ts';
import { Fuzzer } from './fuzz/fuzzer.ts';
import { Generator } from './fuzz/generate.ts';
import { allRoutes } from './fuzz/routes.ts';
import type { FuzzRequest } from './fuzz/template.ts';
import { runMassAssignment } from './mass-assignment.ts';
import { runWriteMatrix } from './role-matrix.ts';

// Short versions of the checks in `npm run test:security`, which sends thousands of requests and tests all callers and
// all fields.
let server: SyncServer;
let fuzzer: Fuzzer;

beforeAll(async () => {
  server = await openSyncServer();
  fuzzer = await Fuzzer.open(server);
});
afterAll(() => server.close());

it('rejects a request with a forbidden field, names the field and changes no row', async () => {
  const { cells, wrong } = await runMassAssignment(server, fuzzer, { isShortVersion: true });
  expect(wrong).toEqual([]);
  expect(cells).toBeGreaterThan(2_000);
});

it('lets members push all writes of their role and no others', async () => {
  const { wrong } = await runWriteMatrix(fuzzer, ['member']);
  expect(wrong).toEqual([]);
});

const folder = join(import.meta.dirname, 'reproductions');

it.each(readdirSync(folder))(
  'responds as documented to the request %s, which violated a rule in the past',
  async (file) => {
    const request = JSON.parse(readFileSync(join(folder, file), 'utf8')) as FuzzRequest;
    const { reply, errors } = await fuzzer.check(request);
    expect([file, errors, reply.text.slice(0, 200)]).toEqual([file, [], expect.any(String)]);
  },
);

it('responds to 300 generated requests as documented, without a server error', async () => {
  const { findings, serverErrors, requests } = await fuzzer.run({ seed: 1, runs: 300 });
  expect(findings).toEqual([]);
  expect([requests, serverErrors]).toEqual([300, 0]);
});

it('the fuzzer generates the same requests from the same seed', () => {
  const requests = (seed: number) => {
    const generator = new Generator(new Chance(seed));
    return allRoutes().map((route) => generator.request(route));
  };
  expect(requests(7)).toEqual(requests(7));
  expect(requests(7)).not.toEqual(requests(8));
});
