import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { untestableSources, areas, sourcesOf, wideTestsOf, type MutatedArea } from './areas.ts';
import { changeOf, chooseMutants, toStrykerForm, keyOf, listMutants } from './mutants.ts';
import { installMutators } from './mutators.ts';
import {
  countVerdicts,
  isSurvivor,
  scoreLine,
  survivorLines,
  type AcceptedSurvivor,
  type Report,
  type Verdict,
} from './report.ts';
import { drawSample } from './statistics.ts';

// `npm run mutate`: makes small harmful changes and counts those that no test notices.
//   --folder contract/states   one area only
//   --files a.ts,b.ts          these sources only
//   --tests test/db            these tests only
//   --sample 400 --seed 7      this many mutants of each area, drawn by the seed; 0 takes all
//   --control                  changes nothing: everything must survive
//   --timeout 120              seconds after which a mutant counts as killed, plus five times the time of its tests

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    files: { type: 'string' },
    tests: { type: 'string' },
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    control: { type: 'boolean', default: false },
    timeout: { type: 'string', default: '120' },
  },
});

const print = (line: string) => process.stdout.write(`${line}\n`);

function chosenAreas(): MutatedArea[] {
  const { folder, files } = values;
  if (folder === undefined && files === undefined) return [...areas];
  const known = areas.find((area) => area.folder === folder);
  return [known ?? { folder: folder ?? files ?? '', near: [], except: [], sample: null, goal: 0.8 }];
}

function sampleOf({ sample }: MutatedArea): number {
  const size = values.sample === undefined ? sample : Number(values.sample);
  return size === null || size === 0 ? Infinity : size;
}

/** Returns the test patterns of each round. A mutant that survives one round runs in the next. */
function roundsFor({ near }: MutatedArea, files: readonly string[]): string[] {
  const rounds = values.tests === undefined ? [near, wideTestsOf(files)] : [values.tests.split(',')];
  return rounds
    .filter((paths) => paths.length > 0)
    .map((paths) => paths.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`)).join(' '))
    .filter((patterns, index, all) => patterns !== all[index - 1]);
}

/** Runs Stryker on the chosen mutants. Returns the status of each by its key. */
async function runStryker(chosen: ReadonlySet<string>, tests: string): Promise<Map<string, Verdict>> {
  chooseMutants(chosen);
  process.env['MUTATION_TESTS'] = tests;
  const files = [...new Set([...chosen].map((key) => key.slice(0, key.indexOf(' '))))];
  const configFile = join(import.meta.dirname, 'stryker.json');
  const stryker = new Stryker({ configFile, mutate: files, timeoutMS: Number(values.timeout) * 1000 });
  const results = await stryker.runMutationTest();
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  const chosenResults = results.map(toStrykerForm).filter((result) => chosen.has(keyOf(result)));
  return new Map(
    chosenResults.map((result) => {
      const source = sources.get(relative('.', result.fileName)) ?? '';
      return [keyOf(result), { ...changeOf(result, source), status: result.status }];
    }),
  );
}

const accepted = JSON.parse(readFileSync(join(import.meta.dirname, 'accepted.json'), 'utf8')) as AcceptedSurvivor[];

/** Runs the rounds. Lists the survivors after each of them, because the last one may take hours. */
async function measureRounds(folder: string, keys: ReadonlySet<string>, rounds: readonly string[]): Promise<Report> {
  const verdicts = new Map<string, Verdict>();
  let survivors = keys;
  for (const tests of rounds) {
    if (survivors.size === 0) break;
    for (const [key, verdict] of await runStryker(survivors, tests)) verdicts.set(key, verdict);
    survivors = new Set([...survivors].filter((key) => isSurvivor(verdicts.get(key))));
    print(`${survivors.size} of ${keys.size} survive ${tests}`);
    for (const line of survivorLines(countVerdicts(folder, [...verdicts.values()]), accepted)) print(line);
  }
  return countVerdicts(folder, [...verdicts.values()]);
}

async function measure(area: MutatedArea): Promise<void> {
  const files = values.files?.split(',') ?? sourcesOf(area);
  const all = await listMutants(files);
  const seed = Number(values.seed);
  const chosen = new Set(drawSample(all, sampleOf(area), seed));
  const selection = chosen.size < all.length ? `${chosen.size} drawn with seed ${seed}` : 'all';
  print(`\n== ${area.folder}: ${files.length} files, ${all.length} mutants, ${selection}`);
  const report = await measureRounds(area.folder, chosen, roundsFor(area, files));
  print(scoreLine(report) + (report.killed < area.goal * report.total ? ` (goal ${area.goal * 100}%)` : ''));
}

installMutators(values.control);
for (const area of chosenAreas()) await measure(area);
print('\nNot measured, since their tests need more than Node:');
for (const [file, reason] of Object.entries(untestableSources)) print(`  ${file}: ${reason}`);
