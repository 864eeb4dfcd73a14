import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../server/db/open.ts';
import type { Db } from '../../server/db/tables.ts';
import { openTestServer } from '../helpers/server.ts';
import { SyncServer } from '../helpers/sync-server.ts';
import { Fuzzer, type FuzzResult } from './fuzz/fuzzer.ts';
import { runLimits } from './limits.ts';
import { runMassAssignment } from './mass-assignment.ts';
import { memoryErrors, measureMemory } from './memory.ts';
import { runObjectMatrix } from './object-matrix.ts';
import { runCallMatrix, runWriteMatrix } from './role-matrix.ts';
import { SqlTrace } from './sql-trace.ts';

// `npm run test:security -- --seed S --runs N` runs the access matrices, and then sends two rounds of N generated
// requests to one server. The exit code is 1 if a response is wrong or memory grows beyond its limit.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    runs: { type: 'string', default: '20000' },
  },
});
const seed = Number(values.seed);
const runs = Number(values.runs);

/** Number of requests before the first measurement. They make the server load modules and fill caches. */
const WARM_UP = 1_000;

const print = (line: string) => process.stdout.write(`${line}\n`);
const mb = (value: number) => `${value.toFixed(1)} MB`;
let failures = 0;
const startTime = performance.now();

function fail(line: string): void {
  failures += 1;
  print(`  WRONG ${line}`);
}

function report(name: string, cells: number, wrong: readonly string[]): void {
  print(`${name}: ${cells} cells, ${wrong.length} wrong`);
  for (const line of wrong.slice(0, 20)) fail(line);
  failures += Math.max(0, wrong.length - 20);
}

async function runMatrices(db: Db): Promise<void> {
  const trace = new SqlTrace();
  const objects = await openTestServer({ db, plugins: [trace.plugin] });
  const { cells, leaks } = await runObjectMatrix(new SyncServer(objects), trace);
  report('object matrix', cells, leaks);
  await objects.close();

  const callMatrix = await runCallMatrix(db);
  report('role matrix of calls', callMatrix.cells, callMatrix.wrong);
  const synced = new SyncServer(await openTestServer({ db }));
  const writeMatrix = await runWriteMatrix(await Fuzzer.open(synced));
  report('role matrix of writes', writeMatrix.cells, writeMatrix.wrong);
  await synced.close();

  const fields = new SyncServer(await openTestServer({ db }));
  const assigned = await runMassAssignment(fields, await Fuzzer.open(fields));
  report('mass assignment', assigned.cells, assigned.wrong);
  await fields.close();
}

function reportRound(name: string, result: FuzzResult): void {
  const { requests, serverErrors, unavailable, kinds, reached, routes, unreached, findings } = result;
  print(`${name}: ${requests} requests, ${serverErrors} replies of 500 and above, ${unavailable} documented 503`);
  print(`  ${kinds} different kinds of replies; ${reached} of ${routes} calls and writes answered with success`);
  if (unreached.length > 0) print(`  never with success: ${unreached.join(', ')}`);
  for (const { request, errors, reply } of findings) {
    fail(errors.join('; '));
    print(`    ${JSON.stringify(request)}`);
    print(`    ${reply.status} ${reply.text.slice(0, 300)}`);
  }
}

async function runFuzzer(db: Db): Promise<void> {
  // Purchases and card donations need a payment provider.
  const server = new SyncServer(await openTestServer({ db, app: { demo: true } }));
  const fuzzer = await Fuzzer.open(server);
  reportRound('warm-up', await fuzzer.run({ seed, runs: WARM_UP }));
  const before = await measureMemory();
  reportRound(`first round, seed ${seed}`, await fuzzer.run({ seed, runs }));
  const first = await measureMemory();
  reportRound(`second round, seed ${seed + 1}`, await fuzzer.run({ seed: seed + 1, runs }));
  const second = await measureMemory();
  await server.close();
  const { objects, rss, errors } = memoryErrors(before, first, second);
  print(`objects: ${[before, first, second].map((at) => mb(at.objects)).join(', ')}`);
  print(`RSS: ${[before, first, second].map((at) => mb(at.rss)).join(', ')}`);
  print(`largest memory growth: objects ${mb(objects)}, RSS ${mb(rss)}`);
  for (const error of errors) fail(error);
}

const dataDir = mkdtempSync(join(tmpdir(), 'haversack-security-'));
const database = await openDatabase({ dataDir });
try {
  await runMatrices(database.db);
  const limits = await runLimits(database.db);
  report('limits', limits.cells, limits.wrong);
  await runFuzzer(database.db);
} finally {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
}
print(
  `${((performance.now() - startTime) / 1000).toFixed(0)} s, ${failures === 0 ? 'nothing wrong' : `${failures} wrong`}`,
);
process.exitCode = failures === 0 ? 0 : 1;
