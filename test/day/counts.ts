import type { Page } from '@playwright/test';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { pill, tableRows } from '../e2e/helpers/phone.ts';

const stuck = new Set(['conflict', 'rejected', 'parked', 'blocked']);

/**
 * Counts the outbox entries: unsent writes, except background writes, and writes that need the attention of the person.
 */
export async function readOutboxCounts(page: Page): Promise<{ to_send: number; needs_you: number; all: number }> {
  const entries = await tableRows<Entry>(page, 'outbox');
  const open = entries.filter(({ background }) => !background);
  const needs_you = entries.filter(({ state }) => stuck.has(state)).length;
  const to_send = open.filter(({ state }) => !stuck.has(state)).length;
  return { to_send, needs_you, all: entries.length };
}

/** Reads the counts from the sync status on the screen; null while a sync is running. */
function read(text: string): Partial<{ to_send: number; needs_you: number }> | null {
  const needs = /^(\d+) needs? you/.exec(text);
  if (needs) return { needs_you: Number(needs[1]) };
  const send = /(\d+) to send/.exec(text);
  if (send) return { needs_you: 0, to_send: Number(send[1]) };
  if (/^(Sending|Syncing|Connecting)/.test(text)) return null;
  return { needs_you: 0, to_send: 0 };
}

const TRIES = 40;

/** Records the number of counts that were checked, and the counts that did not match the outbox. */
export class CountWatch {
  looked = 0;
  readonly mismatches: string[] = [];

  /**
   * Compares the counts on the screen with the outbox. If they differ, they may be changing, so they are checked again
   * shortly after.
   */
  async look(page: Page, where: string): Promise<void> {
    let seen = '';
    for (let count = 0; count < TRIES; count += 1) {
      const before = await readOutboxCounts(page);
      seen = (await pill(page).first().textContent()) ?? '';
      const after = await readOutboxCounts(page);
      const shownCounts = read(seen);
      const isUnchanged = JSON.stringify(before) === JSON.stringify(after);
      if (shownCounts && isUnchanged && (shownCounts.to_send ?? after.to_send) === after.to_send) {
        if ((shownCounts.needs_you ?? 0) === after.needs_you) {
          this.looked += 1;
          return;
        }
      }
      // While a sync is running, the sync status shows no counts.
      if (shownCounts === null && count > TRIES / 2) return;
      await page.waitForTimeout(250);
    }
    const { to_send, needs_you } = await readOutboxCounts(page);
    this.mismatches.push(`${where}: "${seen}", and ${to_send} to send, ${needs_you} need you`);
  }
}
