import { setTimeout as pause } from 'node:timers/promises';
import { logOut, SharedPhone, leaveDataOnPhone } from '../../e2e/helpers/shared-phone.ts';

const WAIT_MS = 60_000;

/**
 * Two people work and log out in Chromium, the second one offline. The files of the site are searched for texts from
 * their data at once, after a minute and after a restart. Returns what was found in the browser's own files.
 */
export async function searchedLaterJourney(url: string): Promise<string> {
  const phone = new SharedPhone(url);
  try {
    const page = await phone.open();
    const first = await leaveDataOnPhone(page, url, 'consultant', 'Prefers to be called Zephyrine');
    await logOut(page, url);
    const second = await leaveDataOnPhone(page, url, 'manager', 'Keeps bees at Quillback Farm');
    await phone.setOffline(true);
    await logOut(page, url);
    const personalStrings = [...first, ...second];
    const found: string[] = [];
    for (const [when, wait_ms] of [
      ['at once', 1_000],
      ['after a minute', WAIT_MS],
      ['after a restart', 1_000],
    ] as const) {
      if (when === 'after a restart') await phone.open();
      await pause(wait_ms);
      found.push(...phone.search(personalStrings).stored.map((text) => `${when}: ${text}`));
    }
    if (found.length > 0) throw new Error(`found in the site's storage: ${found.join(', ')}`);
    const { elsewhere } = phone.search(personalStrings);
    return `0 of ${personalStrings.length} strings in its storage; in the browser's own files: ${elsewhere.join(', ') || 'none'}`;
  } finally {
    await phone.remove();
  }
}
