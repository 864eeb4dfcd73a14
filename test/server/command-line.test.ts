import { expect, it } from 'vitest';
import { commandLine, organisationCommandLine } from '../../server/command-line.ts';

it.each([
  ['/srv/haversack/server/main.ts', 'npm run new-epoch', 'npm run admin -- --email anna@example.org'],
  ['/srv/haversack/server/cli/start.ts', 'npm run new-epoch', 'npm run admin -- --email anna@example.org'],
  [
    '/opt/haversack/dist/server/main.js',
    'node dist/server/main.js new-epoch',
    'node dist/server/main.js admin --email anna@example.org',
  ],
  [
    'C:\\haversack\\dist\\server\\main.js',
    'node dist/server/main.js new-epoch',
    'node dist/server/main.js admin --email anna@example.org',
  ],
])('a server started as %s names its commands as they can be typed there', (script, alone, withArgument) => {
  expect(commandLine('new-epoch', '', script)).toBe(alone);
  expect(commandLine('admin', '--email anna@example.org', script)).toBe(withArgument);
});

it('a command for one of several organisations is typed with its scope', () => {
  const line = (organisations_file: string | undefined) =>
    organisationCommandLine({ scope: 'south', organisations_file }, 'admin', '--email anna@example.org');
  expect(line(undefined)).toMatch(/^n.* admin .*--email anna@example\.org$/);
  expect(line('organisations.json')).toBe(`SCOPE=south ${line(undefined)}`);
});
