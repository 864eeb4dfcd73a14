import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { againstFigures } from './against.ts';
import { drainFigures } from './drain.ts';
import type { Figures } from './figures.ts';
import { firstOpenFigures } from './first-open.ts';
import { importKillFigures } from './import-kills.ts';
import { importProgressFigures } from './import-progress.ts';
import { importFigures } from './imports.ts';
import { landingViewFigures } from './landing-views.ts';
import { landingFigures } from './landing.ts';
import { mirrorFigures } from './mirror.ts';
import { peopleFigures } from './people-table.ts';
import { photoFigures } from './photos.ts';
import { phoneFigures } from './phone.ts';
import { serverFigures } from './server.ts';
import { shiftFigures } from './shifts.ts';
import { snapshotFigures } from './snapshot.ts';
import { staffFigures } from './staff.ts';
import { openCluster } from '../postgres-cluster.ts';
import { startFigures } from './start.ts';
import { statisticsFigures } from './statistics.ts';
import { stormFigures } from './storm.ts';
import { streamFigures } from './streams.ts';

// `npm run bench`, or `npm run bench -- --only drain`: prints a table and writes bench.json beside the builds. Other
// work on the machine changes the times, so compare counts and ratios within one run, not milliseconds. `--postgres`
// measures the server on the PostgreSQL of DATABASE_URL or, without it, on one that is started for this run. `--against
// COMMIT` measures only the storm, with this version and with that commit.

const parts: Record<string, () => Promise<Figures>> = {
  server: serverFigures,
  snapshot: snapshotFigures,
  storm: stormFigures,
  streams: streamFigures,
  drain: drainFigures,
  imports: importFigures,
  'import-kills': importKillFigures,
  'import-progress': importProgressFigures,
  photos: photoFigures,
  mirror: mirrorFigures,
  phone: phoneFigures,
  'first-open': firstOpenFigures,
  start: startFigures,
  staff: staffFigures,
  shifts: shiftFigures,
  statistics: statisticsFigures,
  'people-table': peopleFigures,
  landing: landingFigures,
  'landing-views': landingViewFigures,
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    postgres: { type: 'boolean', default: false },
    against: { type: 'string' },
  },
});
const { against } = values;
const chosen = against === undefined ? parts : { against: () => Promise.resolve(againstFigures(against)) };
const wanted = values.only === '' ? Object.keys(chosen) : values.only.split(',');

const cluster = values.postgres ? await openCluster() : null;
if (cluster) process.env['TEST_DATABASE_URL'] = cluster.url;
const results: Figures = {};
try {
  for (const name of wanted) {
    const figures = (await chosen[name]?.()) ?? {};
    for (const [what, value] of Object.entries(figures))
      process.stdout.write(`${what.padEnd(60)} ${value.toFixed(2)}\n`);
    Object.assign(results, figures);
  }
} finally {
  cluster?.stop();
}
await mkdir('dist', { recursive: true });
await writeFile('dist/bench.json', JSON.stringify(results, null, 2));
process.exit(0);
