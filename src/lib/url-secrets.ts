/** What an address may carry that lets somebody in. */
export type TakenKind = 'bot' | 'password_reset' | 'credentials';

/**
 * [Note: Secrets leave the address] A token in an address would stay in the history, in screenshots and in what people
 * pass on. The route takes it out before anything is shown; from then on it lies in this page's memory alone.
 */
const taken = new Map<TakenKind, string>();

export function takeLink(kind: TakenKind, token: string): void {
  taken.set(kind, token);
}

/** The token that came last; null after a reload, when the link must be opened again. */
export const takenLink = (kind: TakenKind): string | null => taken.get(kind) ?? null;

export function forgetLink(kind: TakenKind): void {
  taken.delete(kind);
}
