/** The only module that writes to the console. Pass event names and error messages only, never personal data. */
export const log = {
  warn(event: string, detail?: unknown): void {
    console.warn(`[haversack] ${event}`, detail instanceof Error ? detail.message : (detail ?? ''));
  },
};
