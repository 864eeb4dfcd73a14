/** "Saving" stays so long that it can be read. */
export const SAVING_MS = 500;

/** What `work` comes to, not before `ms` are over. A failure is told at once. */
export async function atLeast<T>(work: Promise<T>, ms = SAVING_MS): Promise<T> {
  const [result] = await Promise.all([work, new Promise((resolve) => setTimeout(resolve, ms))]);
  return result;
}
