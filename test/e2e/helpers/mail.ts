import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Server } from './start-server.ts';

/** Returns all emails, which the server writes to files because it has no mail server. */
function readEmails(server: Server): string[] {
  try {
    const folder = join(server.folder, 'mail');
    const files = readdirSync(folder).filter((file) => file.endsWith('.eml'));
    return files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8'));
  } catch {
    // The folder does not exist before the first email.
    return [];
  }
}

const decodeQuotedPrintable = (email: string): string => email.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

/** Waits for an email with a link to `path`, and returns the path of the link. */
export async function readMailedLink(server: Server, path: string): Promise<string> {
  const findLink = (): string | undefined =>
    new RegExp(`https?://[^/\\s]+(${path}/[\\w-]+)`).exec(decodeQuotedPrintable(readEmails(server).at(-1) ?? ''))?.[1];
  await expect.poll(findLink, { message: 'an email with a link', timeout: 30_000 }).toBeDefined();
  return findLink()!;
}
