const KEY = 'token';

/** The copy of the access token in localStorage. Its truth is the database, which workers can read too. */
export function mirrorToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(KEY);
    else if (localStorage.getItem(KEY) !== token) localStorage.setItem(KEY, token);
  } catch {
    // A browser that forbids storage: nothing reads the copy to work.
  }
}
