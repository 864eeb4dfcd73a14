const KEY = 'token';

/** Copies the access token to localStorage. The database, which workers can read too, remains the source of truth. */
export function mirrorToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(KEY);
    else if (localStorage.getItem(KEY) !== token) localStorage.setItem(KEY, token);
  } catch {
    // The browser forbids storage. Nothing depends on the copy.
  }
}
