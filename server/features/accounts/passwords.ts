import { hash, verify } from '@node-rs/argon2';

// OWASP's minimum for argon2id; 2 is the package's constant for that variant.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const MAX_CONCURRENT = 4;

let running = 0;
const waiting: (() => void)[] = [];

/** A flood of logins must not starve the server: there are few hashing threads. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), cost));
}

let dummy: Promise<string> | undefined;

/** Created at start, so that the first unknown name takes no longer than others. */
export function warmUp(): Promise<string> {
  return (dummy ??= hashPassword('nobody has this password'));
}

/** Verifies a password. A missing account, or one without a password, takes the same time. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await warmUp());
  const fits = await inTurn(() => verify(against, password.normalize('NFC')).catch(() => false));
  return fits && stored !== null;
}

/** Returns true for a hash with outdated cost; it is replaced at the next login. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`);
}
