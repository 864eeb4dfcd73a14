import type { BrowserContext } from '@playwright/test';

/** The clock of the device is a day ahead during the entire run. */
export const CLOCK_ERROR_MS = 86_400_000;

/**
 * Returns a script that shifts the clock. The test sets the offset in the page, and can change it while the app runs.
 */
const clockScript = (initialOffset_ms: string): string =>
  `{const D=Date;let offset=${initialOffset_ms};const channel=new BroadcastChannel('wrong-clock');` +
  `globalThis.Date=class extends D{constructor(...a){super(...(a.length?a:[D.now()+offset]))}static now(){return D.now()+offset}};` +
  `if(typeof document==='undefined'){channel.onmessage=({data})=>{if(typeof data==='number')offset=data};channel.postMessage('ask')}` +
  `else channel.onmessage=({data})=>{if(data==='ask')channel.postMessage(offset)}}\n`;

/** A script that is prepended to the script of each worker. It requests the current clock offset from a page. */
export const workerClockScript = clockScript(String(CLOCK_ERROR_MS));

/** Shifts the clock of every page that is opened from now on. */
export async function setClock(context: BrowserContext, offset_ms: number): Promise<void> {
  await context.addInitScript({ content: clockScript(String(offset_ms)) });
}
