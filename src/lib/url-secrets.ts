/** What an address may carry that lets somebody in. */
export type TokenKind = 'bot' | 'password_reset' | 'credentials';

/**
 * [Note: Secrets leave the address] A token in an address would stay in the history, in screenshots and in what people
 * pass on. The route takes it out before anything is shown; from then on it lies in this page's memory alone.
 */
const stashed = new Map<TokenKind, string>();

export function stashToken(kind: TokenKind, token: string): void {
  stashed.set(kind, token);
}

/** The token that came last; null after a reload, when the link must be opened again. */
export const stashedToken = (kind: TokenKind): string | null => stashed.get(kind) ?? null;

export function discardToken(kind: TokenKind): void {
  stashed.delete(kind);
}
