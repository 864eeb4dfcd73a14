import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { activateLanguage } from '../../src/app/i18n.ts';
import { compareVersions, releases, releasesSince } from '../../src/components/release/releases.ts';
import { savedDeviceValue, saveDeviceValue } from '../../src/db/schema/device.ts';
import { APP_VERSION } from '../../src/lib/app-version.ts';
import { withDevice } from '../../src/db/schema/with-device.ts';
import { readCatalogue } from '../../server/http/catalogue.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';

const NOTICE = 'Haversack was updated';

beforeEach(async () => {
  await activateLanguage('en');
  await withDevice((device) => device.values.clear());
});

const seen = () => withDevice((device) => savedDeviceValue(device, 'seen_release'));

async function showAfter(read: string | null, path = '/news') {
  if (read !== null) await withDevice((device) => saveDeviceValue(device, 'seen_release', { noticed: read, read }));
  const ports = freshPorts();
  await openPhone(ports);
  await showApp(path, ports);
}

describe('the release notes', () => {
  it('the current version has release notes, and versions are listed from the newest to the oldest', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect([releases[0]?.version, APP_VERSION]).toEqual([version, version]);
    const versions = releases.map((release) => release.version);
    expect(versions.toSorted((a, b) => compareVersions(b, a))).toEqual(versions);
    expect(new Set(versions).size).toBe(versions.length);
  });

  it.each(['en', 'de', 'ru'])('every version has release notes in the language %s', (language) => {
    const texts = readCatalogue(readFileSync(`locales/${language}.po`, 'utf8'));
    for (const { version, notes } of releases) {
      expect(notes.length, version).toBeGreaterThan(0);
      for (const { message = '' } of notes) expect(texts.get(message), message).toBeTruthy();
    }
  });

  it.each([
    ['0.9.0', '0.10.0', -1],
    ['1.0.0', '0.10.2', 1],
    ['0.1.2', '0.1.2', 0],
    ['0.1.2', '0.1.1', 1],
  ])('compares the versions %s and %s by their numbers', (a, b, sign) =>
    expect(Math.sign(compareVersions(a, b))).toBe(sign),
  );

  it('release notes count as new if their version is later than the version read last, even if that version is not listed', () => {
    const known = ['1.2.0', '1.1.0', '1.0.0'].map((version) => ({ version, notes: [] }));
    const since = (version: string) => releasesSince(version, known).map((release) => release.version);
    expect(since('1.0.0')).toEqual(['1.2.0', '1.1.0']);
    expect(since('1.0.5')).toEqual(['1.2.0', '1.1.0']);
    expect(since('1.2.0')).toEqual([]);
  });
});

describe('the notice after an update', () => {
  it('after an update, a notice opens the release notes, and the device stores that it was shown', async () => {
    await showAfter('0.0.9');
    expect(await screen.findByText(NOTICE)).toBeTruthy();
    expect(await seen()).toEqual({ noticed: APP_VERSION, read: '0.0.9' });
    fireEvent.click(screen.getByRole('button', { name: "What's new" }));
    const dialog = await screen.findByRole('dialog', { name: "What's new" });
    expect(await within(dialog).findByRole('heading', { name: `Version ${APP_VERSION}` })).toBeTruthy();
    await waitFor(async () => expect(await seen()).toEqual({ noticed: APP_VERSION, read: APP_VERSION }));
  });

  it.each([
    ['at the first visit', null],
    ['without an update', APP_VERSION],
    ['after a return to an earlier version', '99.0.0'],
  ])('shows no notice about release notes %s', async (_, read) => {
    await showAfter(read);
    await waitFor(async () => expect((await seen())?.noticed).toBe(APP_VERSION));
    expect(screen.queryByText(NOTICE)).toBeNull();
  });

  it('the settings open the release notes of the current version', async () => {
    await showAfter(APP_VERSION, '/profile/settings');
    fireEvent.click(await screen.findByRole('button', { name: "What's new" }));
    const dialog = await screen.findByRole('dialog', { name: "What's new" });
    expect(await within(dialog).findByRole('heading', { name: `Version ${APP_VERSION}` })).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: 'Earlier versions' })).toBeNull();
  });
});
