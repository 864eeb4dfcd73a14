import type { Page } from '@playwright/test';
import type { Entry } from '../../src/db/outbox/entry.ts';
import { pill, tableRows } from '../e2e/helpers/phone.ts';

const needsPerson = new Set(['conflict', 'rejected', 'parked', 'blocked']);

/**
 * Counts the outbox entries: unsent writes, except background writes, and writes that need the attention of the person.
 */
export async function readOutboxCounts(page: Page): Promise<{ to_send: number; needs_you: number; all: number }> {
  const entries = await tableRows<Entry>(page, 'outbox');
  const foreground = entries.filter(({ background }) => !background);
  const needs_you = entries.filter(({ state }) => needsPerson.has(state)).length;
  const to_send = foreground.filter(({ state }) => !needsPerson.has(state)).length;
  return { to_send, needs_you, all: entries.length };
}

/** Returns the counts that the text of the sync status states; null while a sync is running. */
function parseCounts(text: string): Partial<{ to_send: number; needs_you: number }> | null {
  const needsYou = /^(\d+) needs? you/.exec(text);
  if (needsYou) return { needs_you: Number(needsYou[1]) };
  const toSend = /(\d+) to send/.exec(text);
  if (toSend) return { needs_you: 0, to_send: Number(toSend[1]) };
  if (/^(Sending|Syncing|Connecting)/.test(text)) return null;
  return { needs_you: 0, to_send: 0 };
}

const TRIES = 40;

/** Records the number of counts that were checked, and the counts that did not match the outbox. */
export class CountWatch {
  looked = 0;
  readonly mismatches: string[] = [];

  /**
   * Compares the counts on the screen with the outbox. The counts may be changing at that moment, so they are compared
   * again if they differ.
   */
  async look(page: Page, where: string): Promise<void> {
    let shownText = '';
    for (let count = 0; count < TRIES; count += 1) {
      const before = await readOutboxCounts(page);
      shownText = (await pill(page).first().textContent()) ?? '';
      const after = await readOutboxCounts(page);
      const shownCounts = parseCounts(shownText);
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
    this.mismatches.push(`${where}: "${shownText}", and ${to_send} to send, ${needs_you} need you`);
  }
}
