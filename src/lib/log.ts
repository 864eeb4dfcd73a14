/** The one place that writes to the console. Nothing personal: names of things that happened, and error messages. */
export const log = {
  warn(event: string, detail?: unknown): void {
    console.warn(`[haversack] ${event}`, detail instanceof Error ? detail.message : (detail ?? ''));
  },
};
