import type { BrowserContext } from '@playwright/test';

/** The phone's clock is set to tomorrow, and stays so. */
export const WRONG_MS = 86_400_000;

/** A clock that is off. What it is off by may be told to it while it runs, by the page that has it from this test. */
const clock = (first_ms: string): string =>
  `{const D=Date;let off=${first_ms};const line=new BroadcastChannel('wrong-clock');` +
  `globalThis.Date=class extends D{constructor(...a){super(...(a.length?a:[D.now()+off]))}static now(){return D.now()+off}};` +
  `if(typeof document==='undefined'){line.onmessage=({data})=>{if(typeof data==='number')off=data};line.postMessage('ask')}` +
  `else line.onmessage=({data})=>{if(data==='ask')line.postMessage(off)}}\n`;

/** What stands before the script of each worker: it asks a page how wrong the clock is by now. */
export const workerClock = clock(String(WRONG_MS));

/** Sets the clock of each page that is opened from now on. */
export async function setClock(context: BrowserContext, wrong_ms: number): Promise<void> {
  await context.addInitScript({ content: clock(String(wrong_ms)) });
}
