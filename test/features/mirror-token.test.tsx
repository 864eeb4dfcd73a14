import { screen, waitFor } from '@testing-library/react';
import { webcrypto } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mirrorToken } from '../../src/app/mirror-token.ts';
import { openPhoneDb, type PhoneDb } from '../../src/db/schema/db.ts';
import { saveMeta, savedMeta } from '../../src/db/schema/meta.ts';
import { ANNA, freshPorts, logInOnPhone, makeMe, openPhone, showApp } from './fake-app.tsx';

vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account: async () => ({ ok: false, why: 'offline' }) } }));

const TOKEN = 'header.payload.signature';

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('crypto', webcrypto);
});

const stored = () => localStorage.getItem('token');

async function decrypted(db: PhoneDb): Promise<string> {
  const bytes = Uint8Array.from(atob(stored() ?? ''), (char) => char.charCodeAt(0));
  const key = await savedMeta(db, 'token_key');
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.subarray(0, 12) }, key!, bytes.subarray(12));
  return new TextDecoder().decode(plain);
}

describe('the copy of the token in localStorage', () => {
  it("the encrypted copy of the token can only be decrypted with the key in the person's database", async () => {
    const db = await openPhone(freshPorts());
    await mirrorToken(db, TOKEN);
    expect(stored()).not.toContain('payload');
    expect(await decrypted(db)).toBe(TOKEN);
    const key = await savedMeta(db, 'token_key');
    expect(key?.extractable).toBe(false);
    await expect(crypto.subtle.exportKey('raw', key!)).rejects.toThrow('not extractable');
  });

  it('uses one key when two tabs store a copy of the token at the same time', async () => {
    const ports = freshPorts();
    const db = await openPhone(ports);
    const other = openPhoneDb(ANNA, ports);
    await Promise.all([mirrorToken(db, TOKEN), mirrorToken(other, TOKEN)]);
    other.close();
    expect(await decrypted(db)).toBe(TOKEN);
  });

  it('stores no copy of the token if a logout closes the database before the copy is stored', async () => {
    const db = await openPhone(freshPorts());
    await db.open();
    const storing = mirrorToken(db, TOKEN);
    db.close();
    await storing;
    expect(stored()).toBeNull();
  });

  it('replaces the unencrypted token of an earlier app version at start', async () => {
    const ports = freshPorts();
    const db = await openPhone(ports);
    await saveMeta(db, 'token', TOKEN);
    localStorage.setItem('token', TOKEN);
    await showApp('/sync', ports);
    await waitFor(async () => expect(await decrypted(db)).toBe(TOKEN));
  });

  it('deletes the copy of the token at start when no one is logged in or the login has expired', async () => {
    localStorage.setItem('token', TOKEN);
    const loggedOutApp = await showApp('/login', freshPorts());
    expect(stored()).toBeNull();
    expect(loggedOutApp.path()).toBe('/login');
    localStorage.setItem('token', TOKEN);
    const ports = freshPorts();
    const gates = { auth: true, blocked: false, upgrade: false, storage_full: false, retry_after: 0 };
    await logInOnPhone(ports, makeMe(), { gates });
    await showApp('/sync', ports);
    await screen.findByText(/still on this device/);
    expect(stored()).toBeNull();
  });
});
