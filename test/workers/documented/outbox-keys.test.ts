import { pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { OutboxKeys } from '../../../workers/sync/documented/outbox-keys.ts';

const API = 'https://api.test';
const USER = 'f0e1a000-0001-8000-8000-00000000000b';

async function keyOf({ api = API, user = USER, password = 'secret' }): Promise<string | null> {
  const keys = new OutboxKeys(api);
  keys.remember(password);
  keys.identify(user);
  return keys.take();
}

test('derives the key of locked work from password, user and API with 300,000 iterations', async () => {
  const key = pbkdf2Sync('secret', `${API} ${USER}`, 300_000, 32, 'sha256').toString('base64');
  expect(await keyOf({})).toBe(key);
});

test.each([{ api: 'https://other.test' }, { user: 'somebody-else' }, { password: 'Secret' }])(
  'derives another key with %o',
  async (change) => {
    expect(await keyOf(change)).not.toBe(await keyOf({}));
  },
);

test('taking the key forgets the password, so that the key cannot be taken again', async () => {
  const keys = new OutboxKeys(API);
  keys.remember('secret');
  keys.identify(USER);
  await keys.take();
  expect(await keys.take()).toBeNull();
});

test('taking the key before the user is known returns null, and also forgets the password', async () => {
  const keys = new OutboxKeys(API);
  keys.remember('secret');
  expect(await keys.take()).toBeNull();
  keys.identify(USER);
  expect(await keys.take()).toBeNull();
});
