/** Kinds of login tokens in URLs. */
export type TokenKind = 'bot' | 'password_reset' | 'credentials' | 'link_stop';

/**
 * [Note: Secrets are removed from URLs] A token in the URL would stay in the history, in screenshots and in shared
 * links. The route removes it before anything is shown; from then on it exists only in this page's memory.
 */
const stashed = new Map<TokenKind, string>();

export function stashToken(kind: TokenKind, token: string): void {
  stashed.set(kind, token);
}

/** Returns the latest token of this kind. Null after a reload; the user must then open the link again. */
export const stashedToken = (kind: TokenKind): string | null => stashed.get(kind) ?? null;

export function discardToken(kind: TokenKind): void {
  stashed.delete(kind);
}
