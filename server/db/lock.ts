import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { StartFault } from '../faults.ts';

/** Who holds an embedded folder. `started` tells a process from a later one with the same number. */
interface Holder {
  pid: number;
  started: string | null;
  role: string;
}

export interface FolderLock {
  release(): Promise<void>;
}

/** Start time of a process in clock ticks since boot, where the system tells it. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in parentheses and may itself hold spaces and parentheses.
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  if (!exists(holder.pid)) return false;
  const started = await startOf(holder.pid);
  return started === null || holder.started === null || started === holder.started;
}

async function read(file: string): Promise<{ text: string; holder: Holder | null } | null> {
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

/** Who holds the lock now, or null. */
export async function holderOf(file: string): Promise<{ pid: number; role: string } | null> {
  const found = await read(file);
  return found?.holder && (await isAlive(found.holder)) ? found.holder : null;
}

/** A file without a pid is one that is being written this moment, or a leftover of a full disk. */
async function isFresh(file: string): Promise<boolean> {
  const facts = await stat(file).catch(() => null);
  return facts !== null && Date.now() - facts.mtimeMs < 2_000;
}

/** Moves a dead process's lock away; puts it back when somebody else took it over in between. */
async function clearStale(file: string, text: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const moved = await readFile(aside, 'utf8').catch(() => text);
  if (moved !== text) await writeFile(file, moved, { flag: 'wx' }).catch(() => undefined);
  await rm(aside, { force: true });
}

/**
 * Takes the folder for this process: two processes on one embedded database lose each other's rows without an error.
 * Throws a StartFault naming the holder.
 */
export async function lockFolder(file: string, role: string): Promise<FolderLock> {
  const mine = `${process.pid} ${(await startOf(process.pid)) ?? '-'} ${role}`;
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      await writeFile(file, mine, { flag: 'wx', mode: 0o600 });
      return { release: () => releaseLock(file, mine) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const found = await read(file);
    if (!found) continue;
    if (found.holder ? await isAlive(found.holder) : await isFresh(file)) {
      const who = found.holder ? `process ${found.holder.pid}` : 'another process';
      throw new StartFault(`The data folder is in use by ${who} (${file}). Stop it first, or set another DATA_DIR.`);
    }
    await clearStale(file, found.text);
  }
  throw new StartFault(`The data folder could not be locked (${file}).`);
}

async function releaseLock(file: string, mine: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text === mine) await rm(file, { force: true });
}
