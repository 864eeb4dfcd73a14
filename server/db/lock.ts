import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { StartupError, systemErrorCode } from '../startup-error.ts';

/**
 * The process that uses the folder of an embedded database. `started` distinguishes it from a later process with the
 * same pid.
 */
interface Holder {
  pid: number;
  started: string | null;
  role: string;
}

/** Time after which a process that has created a lock file has certainly written its pid to the file. */
const MAX_LOCK_WRITING_MS = 2_000;
/** Age at which a guard file counts as left behind by a killed process. */
const MAX_GUARD_AGE_MS = 5_000;
const MAX_ATTEMPTS = 40;

export interface FolderLock {
  release(): Promise<void>;
}

/** Returns the start time of a process in clock ticks since boot, or null where the system does not provide it. */
async function processStartTime(pid: number): Promise<string | null> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The fields are counted from the last `)`, because the second field, the command in parentheses, may itself
    // contain spaces and parentheses.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  if (!processExists(holder.pid)) return false;
  const started = await processStartTime(holder.pid);
  return started === null || holder.started === null || started === holder.started;
}

async function readLock(file: string): Promise<{ text: string; holder: Holder | null } | null> {
  try {
    const text = await readFile(file, 'utf8');
    const [pid, started, role] = text.split(' ');
    const number = Number(pid);
    if (!Number.isInteger(number) || number <= 0) return { text, holder: null };
    return { text, holder: { pid: number, started: started === '-' ? null : (started ?? null), role: role ?? '' } };
  } catch {
    return null;
  }
}

/** Returns the running process that holds the lock, or null. */
export async function lockHolder(file: string): Promise<{ pid: number; role: string } | null> {
  const lock = await readLock(file);
  return lock?.holder && (await isAlive(lock.holder)) ? lock.holder : null;
}

async function fileAge(file: string): Promise<number> {
  const fileStats = await stat(file).catch(() => null);
  return fileStats === null ? 0 : Date.now() - fileStats.mtimeMs;
}

/** Creates a file. Returns false if it already exists. */
async function createExclusively(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Replaces the lock of a dead process with the lock of this process. A guard file ensures that only one process does
 * this at a time: otherwise, another process could replace the lock after this process has read it and before this
 * process removes it.
 */
async function takeOver(file: string, stale: string, ownLock: string): Promise<boolean> {
  const guard = `${file}.takeover`;
  if (!(await createExclusively(guard, ownLock))) {
    if ((await fileAge(guard)) > MAX_GUARD_AGE_MS) await rm(guard, { force: true });
    return false;
  }
  try {
    if ((await readLock(file))?.text !== stale) return false;
    await rm(file);
    return await createExclusively(file, ownLock);
  } finally {
    await rm(guard, { force: true });
  }
}

/**
 * Whether a lock file is held. A file without a pid is either just being written, or was left behind when the disk was
 * full.
 */
async function isHeld(file: string, holder: Holder | null): Promise<boolean> {
  return holder ? isAlive(holder) : (await fileAge(file)) < MAX_LOCK_WRITING_MS;
}

/**
 * Locks the folder for this process. Without the lock, two processes that use the same embedded database would silently
 * lose each other's rows. Throws a StartupError that names the process that holds the lock.
 */
export async function lockFolder(file: string, role: string): Promise<FolderLock> {
  const ownLock = `${process.pid} ${(await processStartTime(process.pid)) ?? '-'} ${role}`;
  const lock = { release: () => releaseLock(file, ownLock) };
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (await createExclusively(file, ownLock)) return lock;
    const currentLock = await readLock(file);
    if (!currentLock) continue;
    if (await isHeld(file, currentLock.holder)) {
      const owner = currentLock.holder ? `process ${currentLock.holder.pid}` : 'another process';
      throw new StartupError(
        `The data folder is in use by ${owner} (${file}). Stop it first, or set another DATA_DIR.`,
      );
    }
    if (await takeOver(file, currentLock.text, ownLock)) return lock;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new StartupError(`The data folder could not be locked (${file}).`);
}

async function releaseLock(file: string, ownLock: string): Promise<void> {
  const currentLock = await readLock(file);
  if (currentLock?.text === ownLock) await rm(file, { force: true });
}
