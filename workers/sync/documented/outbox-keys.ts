const ITERATIONS = 300_000;

/**
 * Derives the key that encrypts unsent work at a logout. Our server keeps such a key for each user; for any other API,
 * the key is derived from the password, so that only a login of the same user with the same password opens the work.
 * The password is in memory from the login until the key is taken, and is never stored. After a login without a
 * password there is no key.
 */
export class OutboxKeys {
  private readonly api: string;
  private password: string | null = null;
  private user_id: string | null = null;

  constructor(api: string) {
    this.api = api;
  }

  remember(password: string): void {
    this.password = password;
    this.user_id = null;
  }

  identify(user_id: string): void {
    if (this.password !== null) this.user_id = user_id;
  }

  /** Returns the key as Base64 of 32 bytes, and forgets the password. Null if nobody has logged in with a password. */
  async take(): Promise<string | null> {
    const { password, user_id } = this;
    this.password = null;
    if (password === null || user_id === null) return null;
    const encoder = new TextEncoder();
    const material = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, ['deriveBits']);
    const salt = encoder.encode(`${this.api} ${user_id}`);
    const bits = await crypto.subtle.deriveBits(
      { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS },
      material,
      256,
    );
    return btoa(String.fromCharCode(...new Uint8Array(bits)));
  }
}
