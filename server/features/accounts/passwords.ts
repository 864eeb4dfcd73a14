import { hash, verify } from '@node-rs/argon2';

// Minimum parameters for argon2id that OWASP recommends. Algorithm 2 of this package is argon2id.
const hashOptions = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MAX_CONCURRENT = 4;

let running = 0;
const queue: (() => void)[] = [];

/**
 * Limits how many hashes are computed at the same time. There are few threads for hashing, and many simultaneous logins
 * must not block other requests.
 */
async function withHashingSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => queue.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return withHashingSlot(() => hash(password.normalize('NFC'), hashOptions));
}

let dummyHash: Promise<string> | undefined;

/**
 * Creates the hash with which the password is compared if the account does not exist. Called on startup, so that the
 * first login with an unknown name takes no longer than later ones.
 */
export function createDummyHash(): Promise<string> {
  return (dummyHash ??= hashPassword('nobody has this password'));
}

/** Verifies a password. Takes the same time if the account does not exist or has no password. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const hash = stored ?? (await createDummyHash());
  const isMatch = await withHashingSlot(() => verify(hash, password.normalize('NFC')).catch(() => false));
  return isMatch && stored !== null;
}

/** Whether a hash was created with outdated parameters and must be replaced at the next login. */
export function isHashOutdated(stored: string): boolean {
  return !stored.startsWith(
    `$argon2id$v=19$m=${hashOptions.memoryCost},t=${hashOptions.timeCost},p=${hashOptions.parallelism}$`,
  );
}
