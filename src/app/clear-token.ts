export const TOKEN_KEY = 'token';

/** Deletes the copy of the access token in localStorage; see mirror-token.ts. */
export function clearMirroredToken(): void {
  try {
    localStorage.removeItem(TOKEN_KEY);
  } catch {
    // The browser forbids storage, so there is no copy.
  }
}
