import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureWritable } from './db/open.ts';
import type { Environment } from './environment.ts';
import { StartupError } from './startup-error.ts';

/** Returns SECRET_KEY or, without it, the key stored in DATA_DIR/secret, which is generated on the first start. */
export async function loadSecret({ secret_key, data_dir }: Environment): Promise<string> {
  if (secret_key) return secret_key;
  await ensureWritable(data_dir);
  const file = join(data_dir, 'secret');
  const generated = randomBytes(32).toString('base64url');
  try {
    await writeFile(file, generated, { flag: 'wx', mode: 0o600 });
    return generated;
  } catch {
    const stored = (await readFile(file, 'utf8').catch(() => '')).trim();
    if (stored.length < 32)
      throw new StartupError(
        `The secret in ${file} cannot be read. Delete the file to generate a new one; all users will have to log in again.`,
      );
    return stored;
  }
}
