import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DbPorts, PhoneDb } from '../../src/db/schema/db.ts';
import { preparePhoto } from '../../src/components/media/prepare-photo.ts';
import { CONTACT, makeContact } from './entry-maker.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { stubFileUrls } from './stub-browser.ts';

const SHA = 'a'.repeat(64);

/**
 * Fakes the browser's canvas and an image of this size. An image of 1600 × 1600 px has `bytes` bytes at full quality.
 */
function fakeCanvas(width: number, height: number, bytes = 300_000): { drawn: { width: number; height: number }[] } {
  const drawings: { width: number; height: number }[] = [];
  class Canvas {
    readonly width: number;
    readonly height: number;
    constructor(canvasWidth: number, canvasHeight: number) {
      this.width = canvasWidth;
      this.height = canvasHeight;
      drawings.push({ width: canvasWidth, height: canvasHeight });
    }
    getContext = () => ({ fillRect: () => {}, drawImage: () => {} });
    convertToBlob = async ({ type, quality }: { type: string; quality: number }) => {
      const size = Math.round(bytes * quality * ((this.width * this.height) / (1600 * 1600)));
      const blob = new Blob([new Uint8Array(size)], { type });
      return Object.assign(blob, { arrayBuffer: async () => new ArrayBuffer(size) });
    };
  }
  vi.stubGlobal('OffscreenCanvas', Canvas);
  vi.stubGlobal('createImageBitmap', async () => ({ width, height, close: () => {} }));
  return { drawn: drawings };
}

const picture = (size = 1000, type = 'image/jpeg') => new File([new Uint8Array(size)], 'me.jpg', { type });

let ports: DbPorts;
let db: PhoneDb;

beforeAll(async () => {
  // Loads the screens' chunks, so that the first test does not wait for them.
  await Promise.all([
    import('../../src/features/contacts/contact-edit-screen.tsx'),
    import('../../src/features/contacts/contact-form-more.tsx'),
    import('../../src/db/outbox/outbox.ts'),
    import('libphonenumber-js/min'),
  ]);
});
beforeEach(async () => {
  stubFileUrls();
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(async () => new Uint8Array(32).fill(0xaa).buffer);
  ports = freshPorts();
  db = await openPhone(ports, {}, { connection: 'offline' });
});

const queue = () => db.outbox.orderBy('seq').toArray();
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const choose = async (file: File) =>
  fireEvent.change(await screen.findByLabelText('Photo file'), { target: { files: [file] } });
const typeName = async (name: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: 'First name' }), { target: { value: name } });

describe('photo preparation', () => {
  test('scales a photo to at most 1600 px', async () => {
    const { drawn: drawings } = fakeCanvas(4000, 3000);
    const result = await preparePhoto(picture());
    expect(result).toMatchObject({ ok: true, photo: { sha256: SHA, mime: 'image/jpeg' } });
    expect(drawings).toEqual([{ width: 1600, height: 1200 }]);
  });

  test('keeps the size of a small photo', async () => {
    const { drawn: drawings } = fakeCanvas(300, 200);
    await preparePhoto(picture());
    expect(drawings).toEqual([{ width: 300, height: 200 }]);
  });

  test("reduces the photo's quality first and then its size until it is at most 500 kB", async () => {
    const { drawn: drawings } = fakeCanvas(1600, 1600, 2_000_000);
    const result = await preparePhoto(picture());
    expect(drawings).toHaveLength(2);
    expect(result.ok && result.photo.data.byteLength).toBeLessThanOrEqual(500_000);
  });

  test('does not open a photo over 10 MB', async () => {
    const opening = vi.fn<() => Promise<never>>();
    vi.stubGlobal('createImageBitmap', opening);
    expect(await preparePhoto(picture(10 * 1024 * 1024 + 1))).toEqual({ ok: false, why: 'too_heavy' });
    expect(opening).not.toHaveBeenCalled();
  });

  test('rejects a file that is not an image', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
    expect(await preparePhoto(picture())).toEqual({ ok: false, why: 'not_an_image' });
    expect(await preparePhoto(picture(10, 'application/pdf'))).toEqual({ ok: false, why: 'not_an_image' });
  });
});

describe('contact photo', () => {
  test("a contact's photo waits for the write that creates the contact, and its file is stored", async () => {
    fakeCanvas(800, 800);
    await showApp('/contacts/new', ports);
    await typeName('Nina');
    await press('More');
    await choose(picture());
    expect(await screen.findByText(/sent after the text/)).toBeTruthy();
    await press('Save contact');
    await waitFor(async () => expect(await queue()).toHaveLength(2));
    const [create, photo] = await queue();
    expect(create?.kind).toBe('contact.create');
    expect(photo).toMatchObject({ kind: 'contact.photo', deps: [create?.op_id], blobs: [SHA] });
    expect(await db.blobs.get(SHA)).toMatchObject({ mime: 'image/jpeg', sent_at: null });
  });

  test('shows an error for a contact photo that is not a picture, and keeps no photo', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
    await showApp('/contacts/new', ports);
    await press('More');
    await choose(picture());
    expect(await screen.findByText('This file is not a picture')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove photo' })).toBeNull();
  });

  test("removes a contact's photo", async () => {
    await db.contacts.put(makeContact({ photo: { sha256: SHA, mime: 'image/jpeg' } }));
    await db.blobs.put({
      sha256: SHA,
      mime: 'image/jpeg',
      data: new ArrayBuffer(9),
      bytes: 9,
      saved_at: 1,
      sent_at: 1,
    });
    await showApp(`/contacts/${CONTACT}/edit`, ports);
    await press('Remove photo');
    await press('Save contact');
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]).toMatchObject({ kind: 'contact.photo', args: { photo: null } });
  });

  test('keeps a chosen photo when the page is closed before saving', async () => {
    fakeCanvas(800, 800);
    await showApp('/contacts/new', ports);
    await typeName('Nina');
    await press('More');
    await choose(picture());
    await screen.findByText(/sent after the text/);
    cleanup();
    await waitFor(async () => expect(await db.meta.get('draft:contact-photo:new')).toBeTruthy());
    await showApp('/contacts/new', ports);
    expect(await screen.findByText('Continue where you left off')).toBeTruthy();
    expect(await screen.findByText(/sent after the text/)).toBeTruthy();
  });

  test('saves a contact without its photo if the disk has no space for the photo', async () => {
    fakeCanvas(800, 800);
    await showApp('/contacts/new', ports);
    await typeName('Nina');
    await press('More');
    await choose(picture());
    await screen.findByText(/sent after the text/);
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'blobs') throw Object.assign(new Error('full'), { name: 'QuotaExceededError' });
      return put.apply(this, args);
    });
    await press('Save contact');
    await press('Save without photo');
    await waitFor(async () => expect(await queue()).toHaveLength(1));
    expect((await queue())[0]?.kind).toBe('contact.create');
  });
});
