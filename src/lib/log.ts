/** The only place that writes to the console. Event names and error messages only, no personal data. */
export const log = {
  warn(event: string, detail?: unknown): void {
    console.warn(`[haversack] ${event}`, detail instanceof Error ? detail.message : (detail ?? ''));
  },
};
