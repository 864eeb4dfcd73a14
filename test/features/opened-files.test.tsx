import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sync } from '../../src/bridge/sync.ts';
import type { DbPorts, PhoneDb } from '../../src/db/schema/db.ts';
import { savedShares, SHARES_CACHE } from '../../src/db/storage/shares.ts';
import { MemoryCaches } from '../helpers/memory-caches.ts';
import { ANNA, freshPorts, openPhone, showApp } from './fake-app.tsx';
import { stubFileUrls } from './stub-browser.ts';

const IMPORT = '0198c000-0000-7000-8000-0000000000e1';
const VCARD = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Nina Berg\r\nEND:VCARD';

let caches: MemoryCaches;
let ports: DbPorts;
let db: PhoneDb;
const account = vi.fn<(name: string, ...args: unknown[]) => Promise<unknown>>();

beforeEach(() => {
  caches = new MemoryCaches();
  vi.stubGlobal('caches', caches.storage);
  // Files of jsdom cannot be read, and cannot contain the blob of a Response.
  vi.stubGlobal('File', NodeFile);
  vi.stubGlobal('Blob', NodeBlob);
  stubFileUrls();
  ports = freshPorts();
  account.mockReset().mockImplementation(async (name) => ({ ok: true, ...(name === 'openImport' && { id: IMPORT }) }));
  vi.spyOn(sync, 'account').mockImplementation(account as unknown as typeof sync.account);
});

const file = (name: string, type: string, text = 'x') => new NodeFile([text], name, { type }) as unknown as File;

/** Simulates a user who opens files with the installed app. Returns the function that reads the files. */
function openWithApp(...files: File[]) {
  const getFile = vi.fn<() => void>();
  const handles = files.map((opened) => ({ getFile: async () => (getFile(), opened) }));
  vi.stubGlobal('launchQueue', {
    setConsumer: (receive: (launch: { files: typeof handles }) => void) => receive({ files: handles }),
  });
  return getFile;
}

async function showAs(is_staff: boolean) {
  db = await openPhone(ports, { is_staff }, { connection: 'offline' });
  return showApp('/share', ports);
}

const waiting = () => savedShares(caches.storage, ANNA, Date.now());

describe('files that are opened with the installed app', () => {
  it('an opened vCard shows its people before they are saved', async () => {
    openWithApp(file('a.vcf', 'text/vcard', VCARD));
    const { path } = await showAs(false);
    expect(await screen.findByText('Nina Berg')).toBeTruthy();
    expect(path()).toMatch(/^\/contacts\/import\?share=/);
    expect(await db.outbox.count()).toBe(0);
  });

  it('an opened CSV file starts the import of people for an employee', async () => {
    openWithApp(file('people.csv', 'text/csv', 'name;phone'));
    const { path } = await showAs(true);
    await waitFor(() => expect(path()).toBe(`/staff/users_imports/${IMPORT}/columns`));
    expect(account).toHaveBeenCalledWith('openImport', 'people.csv', expect.anything());
    expect(await waiting()).toEqual([]);
  });

  it('tells a member with an opened CSV file that only employees can import it', async () => {
    openWithApp(file('people.csv', 'text/csv'));
    const { path } = await showAs(false);
    expect(await screen.findByText('Only employees can import people from a CSV file.')).toBeTruthy();
    expect(path()).toBe('/share');
  });

  it('lists a vCard and a picture that are opened together', async () => {
    openWithApp(file('a.vcf', 'text/vcard', VCARD), file('b.jpg', 'image/jpeg'));
    await showAs(false);
    expect(await screen.findByRole('link', { name: 'Import contacts' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Use b.jpg as contact photo' })).toBeTruthy();
  });

  it('refuses an opened file of 200 MB without reading it', async () => {
    const huge = file('a.vcf', 'text/vcard');
    Object.defineProperty(huge, 'size', { value: 200 * 1024 * 1024 });
    const read = vi.spyOn(huge, 'arrayBuffer');
    openWithApp(huge);
    await showAs(false);
    expect(await screen.findByText(/It is larger than 20\sMB/)).toBeTruthy();
    expect(read).not.toHaveBeenCalled();
    expect(caches.paths(SHARES_CACHE)).toEqual([]);
  });

  it('an opened file is not read before the user has logged in', async () => {
    const getFile = openWithApp(file('a.vcf', 'text/vcard', VCARD));
    const { path } = await showApp('/share', ports);
    await waitFor(() => expect(path()).toBe('/login?next=%2Fshare'));
    expect(getFile).not.toHaveBeenCalled();
  });
});
