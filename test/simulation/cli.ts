import { parseArgs } from 'node:util';
import { simulate } from './run.ts';
import { openSimServer } from './server.ts';

const { values } = parseArgs({
  options: { schedules: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
});
const schedules = Number(values.schedules);
const first = Number(values.seed);
const say = (line: string) => process.stdout.write(`${line}\n`);

const server = await openSimServer();
const started = performance.now();
const totals = { writes: 0, requests: 0, kills: 0, slowest: 0, bad: 0 };
for (let seed = first; seed < first + schedules; seed += 1) {
  const outcome = await simulate(server, seed);
  totals.writes += outcome.writes;
  totals.requests += outcome.requests;
  totals.kills += outcome.kills;
  totals.slowest = Math.max(totals.slowest, outcome.healed_in);
  if (outcome.violations.length > 0) totals.bad += 1;
  for (const { promise, seen } of outcome.violations) say(`seed ${seed}: ${promise}: ${seen}`);
  const done = seed - first + 1;
  if (done % 250 === 0) say(`${done} of ${schedules}`);
}
const seconds = (performance.now() - started) / 1000;
await server.close();
say(`schedules ${schedules}, seeds ${first} to ${first + schedules - 1}, ${(schedules / seconds).toFixed(1)} a second`);
say(`writes ${totals.writes}, requests ${totals.requests}, tabs killed ${totals.kills}`);
say(`queues empty after healing within ${(totals.slowest / 1000).toFixed(1)} virtual s at most`);
say(`schedules with a violation: ${totals.bad}`);
process.exit(totals.bad > 0 ? 1 : 0);
