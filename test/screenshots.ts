import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// `npm run screenshots`: takes screenshots of every screen into screenshots/. With `-- --docs` it takes only the
// pictures of the README, into docs/pictures/. All other arguments are passed to Playwright: `-- -g "phone .* manager
// in de"` takes the screenshots of one size, role and language.

const args = process.argv.slice(2);
const ofDocs = args.includes('--docs');
const { status } = spawnSync(
  'playwright',
  [
    'test',
    '-c',
    join(import.meta.dirname, 'e2e/screenshots.config.ts'),
    ofDocs ? 'docs-pictures' : 'screenshots.ts',
    ...args.filter((arg) => arg !== '--docs'),
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
