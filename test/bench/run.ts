import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { measureAgainst } from './against.ts';
import { measureDrain } from './drain.ts';
import type { Figures } from './figures.ts';
import { measureFirstOpen } from './first-open.ts';
import { measureImportKills } from './import-kills.ts';
import { measureImportProgress } from './import-progress.ts';
import { measureImports } from './imports.ts';
import { measureLarge } from './large.ts';
import { measureLandingViews } from './landing-views.ts';
import { measureLanding } from './landing.ts';
import { measureMirror } from './mirror.ts';
import { measurePeople } from './people-table.ts';
import { measurePeers } from './peers.ts';
import { measurePhotos } from './photos.ts';
import { measurePhone } from './phone.ts';
import { measureScaling } from './scaling.ts';
import { measureServer } from './server.ts';
import { measureShifts } from './shifts.ts';
import { measureSnapshot } from './snapshot.ts';
import { measureStaff } from './staff.ts';
import { openCluster } from '../postgres-cluster.ts';
import { measureStart } from './start.ts';
import { measureStatistics } from './statistics.ts';
import { measureStorm } from './storm.ts';
import { measureStreams } from './streams.ts';
import { measureTaps } from './taps.ts';

// `npm run bench`, or `npm run bench -- --only drain`: prints a table and writes bench.json beside the builds. Other
// work on the machine changes the times, so compare counts and ratios within one run, not milliseconds. `--postgres`
// measures the server on the PostgreSQL of DATABASE_URL or, without it, on one that is started for this run. `--against
// COMMIT` measures only the storm, with this version and with that commit.

const parts: Record<string, () => Promise<Figures>> = {
  server: measureServer,
  snapshot: measureSnapshot,
  storm: measureStorm,
  streams: measureStreams,
  drain: measureDrain,
  imports: measureImports,
  'import-kills': measureImportKills,
  'import-progress': measureImportProgress,
  photos: measurePhotos,
  mirror: measureMirror,
  phone: measurePhone,
  peers: measurePeers,
  'first-open': measureFirstOpen,
  start: measureStart,
  taps: measureTaps,
  staff: measureStaff,
  shifts: measureShifts,
  statistics: measureStatistics,
  'people-table': measurePeople,
  landing: measureLanding,
  'landing-views': measureLandingViews,
};

/** Parts that need PostgreSQL, and only run if they are named with `--only`. */
const longParts: typeof parts = { large: measureLarge, scaling: measureScaling };

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    postgres: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});
const { against } = values;
const chosen = against === undefined ? parts : { against: () => Promise.resolve(measureAgainst(against)) };
const partNames = values.only === '' ? Object.keys(chosen) : values.only.split(',');

const cluster = values.postgres ? await openCluster() : null;
if (cluster) process.env['TEST_DATABASE_URL'] = cluster.url;
const results: Figures = {};
try {
  for (const name of partNames) {
    const figures = (await (chosen[name] ?? longParts[name])?.()) ?? {};
    for (const [what, value] of Object.entries(figures))
      process.stdout.write(`${what.padEnd(60)} ${value.toFixed(2)}\n`);
    Object.assign(results, figures);
  }
} finally {
  cluster?.stop();
}
await mkdir('dist', { recursive: true });
await writeFile('dist/bench.json', JSON.stringify(results, null, 2));
process.exit();
