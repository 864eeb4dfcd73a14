import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { writeNames } from '../../contract/writes/index.ts';
import { simulate, type Outcome } from './run.ts';
import { openSimServer } from './server.ts';

// `npm run simulate -- --schedules N --seed S`: one process per core, each with its own database and every n-th seed.
const { values } = parseArgs({
  options: {
    schedules: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    /** Set for the started processes: their index among them. */
    part: { type: 'string' },
  },
});
const schedules = Number(values.schedules);
const first = Number(values.seed);
const jobs = Math.max(1, Math.min(availableParallelism(), schedules));
const say = (line: string) => process.stdout.write(`${line}\n`);

async function runPart(part: number): Promise<void> {
  const server = await openSimServer();
  for (let seed = first + part; seed < first + schedules; seed += jobs) {
    say(JSON.stringify(await simulate(server, seed)));
  }
  await server.close();
}

interface Totals {
  done: number;
  writes: number;
  kinds: Map<string, number>;
  requests: number;
  kills: number;
  slowest: number;
  bad: number;
  /** Schedules after which something was still waiting. */
  stuck: number;
}

function note(totals: Totals, { seed, violations, writes, kinds, requests, kills, healed_in }: Outcome): void {
  totals.done += 1;
  totals.writes += writes;
  for (const [kind, count] of Object.entries(kinds)) totals.kinds.set(kind, (totals.kinds.get(kind) ?? 0) + count);
  totals.requests += requests;
  totals.kills += kills;
  totals.slowest = Math.max(totals.slowest, healed_in);
  if (violations.length > 0) totals.bad += 1;
  if (violations.some(({ seen }) => seen.includes('is still'))) totals.stuck += 1;
  for (const { promise, seen } of violations) say(`seed ${seed}: ${promise}: ${seen}`);
  if (totals.done % 250 === 0) say(`${totals.done} of ${schedules}`);
}

/** Starts one part in a process of its own and reads the result of each of its seeds. */
async function hearPart(part: number, totals: Totals): Promise<void> {
  const args = [...process.execArgv, process.argv[1]!, '--part', String(part)];
  const child = spawn(process.execPath, [...args, '--schedules', String(schedules), '--seed', String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  for await (const line of createInterface({ input: child.stdout })) note(totals, JSON.parse(line) as Outcome);
  if ((await ended) !== 0) throw new Error(`part ${part} broke off`);
}

async function runAll(): Promise<void> {
  const started = performance.now();
  const totals: Totals = { done: 0, writes: 0, kinds: new Map(), requests: 0, kills: 0, slowest: 0, bad: 0, stuck: 0 };
  await Promise.all(Array.from({ length: jobs }, (_, part) => hearPart(part, totals)));
  const seconds = (performance.now() - started) / 1000;
  say(
    `schedules ${totals.done}, seeds ${first} to ${first + schedules - 1}, ${(schedules / seconds).toFixed(1)} a second`,
  );
  say(`writes ${totals.writes}, requests ${totals.requests}, tabs killed ${totals.kills}`);
  say(`by kind: ${writeNames.map((kind) => `${kind} ${totals.kinds.get(kind) ?? 0}`).join(', ')}`);
  say(
    `queues empty within 30 virtual s of healing: ${((100 * (totals.done - totals.stuck)) / totals.done).toFixed(1)}%`,
  );
  say(`the slowest took ${(totals.slowest / 1000).toFixed(1)} virtual s`);
  say(`schedules with a violation: ${totals.bad}`);
  process.exitCode = totals.bad > 0 ? 1 : 0;
}

await (values.part === undefined ? runAll() : runPart(Number(values.part)));
