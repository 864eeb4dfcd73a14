import type { BrowserContext } from '@playwright/test';

/** The clock of the device is a day ahead during the entire run. */
export const CLOCK_ERROR_MS = 86_400_000;

/**
 * Returns a script that shifts the clock. The test sets the offset in the page, and can change it while the app runs.
 */
const clock = (first_ms: string): string =>
  `{const D=Date;let off=${first_ms};const line=new BroadcastChannel('wrong-clock');` +
  `globalThis.Date=class extends D{constructor(...a){super(...(a.length?a:[D.now()+off]))}static now(){return D.now()+off}};` +
  `if(typeof document==='undefined'){line.onmessage=({data})=>{if(typeof data==='number')off=data};line.postMessage('ask')}` +
  `else line.onmessage=({data})=>{if(data==='ask')line.postMessage(off)}}\n`;

/** A script that is prepended to the script of each worker. It requests the current clock offset from a page. */
export const workerClockScript = clock(String(CLOCK_ERROR_MS));

/** Shifts the clock of every page that is opened from now on. */
export async function setClock(context: BrowserContext, wrong_ms: number): Promise<void> {
  await context.addInitScript({ content: clock(String(wrong_ms)) });
}
