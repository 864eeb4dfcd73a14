import type { BrowserContext } from '@playwright/test';

/** The device's clock is a day ahead during the entire run. */
export const WRONG_MS = 86_400_000;

/** Script that shifts the clock. The test passes the offset to the page and can change it at run time. */
const clock = (first_ms: string): string =>
  `{const D=Date;let off=${first_ms};const line=new BroadcastChannel('wrong-clock');` +
  `globalThis.Date=class extends D{constructor(...a){super(...(a.length?a:[D.now()+off]))}static now(){return D.now()+off}};` +
  `if(typeof document==='undefined'){line.onmessage=({data})=>{if(typeof data==='number')off=data};line.postMessage('ask')}` +
  `else line.onmessage=({data})=>{if(data==='ask')line.postMessage(off)}}\n`;

/** Script that is prepended to each worker's script and asks a page for the current clock offset. */
export const workerClock = clock(String(WRONG_MS));

/** Sets the clock of every page opened from now on. */
export async function setClock(context: BrowserContext, wrong_ms: number): Promise<void> {
  await context.addInitScript({ content: clock(String(wrong_ms)) });
}
