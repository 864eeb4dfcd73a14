import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkNodeVersion } from '../../server/node-version.ts';
import { StartupError } from '../../server/startup-error.ts';

it.each(['22.18.0', '22.19.1', '23.0.0', '24.21.0', process.versions.node])(
  'the server starts on Node %s',
  (version) => {
    expect(() => checkNodeVersion(version)).not.toThrow();
  },
);

it.each(['18.20.4', '20.20.2', '21.18.0', '22.9.0', '22.17.1'])('the server refuses Node %s', (version) => {
  expect(() => checkNodeVersion(version)).toThrow(StartupError);
  expect(() => checkNodeVersion(version)).toThrow(`requires Node.js 22.18 or newer; this is ${version}.`);
});

it.each(['README.md', 'docs/operations.md'])('%s names the oldest version of Node that the server accepts', (file) => {
  expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')).toMatch(/22\.18 or\s+newer/);
});
