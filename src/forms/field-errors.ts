/** Returns the error code of each field if a contract schema rejected the values; null for any other error. */
export function fieldErrorsOf(error: unknown): Record<string, string> | null {
  if (!(error instanceof Error) || !('issues' in error) || !Array.isArray(error.issues)) return null;
  const issues = error.issues as { path: PropertyKey[]; message: string }[];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0] ?? ''), message]));
}
