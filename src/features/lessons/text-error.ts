const LONGEST = 4000;

/** What is wrong with a comment, as a code of the contract, or null. Said at the field before anything is queued. */
export function textError(text: string): 'empty' | 'too_long' | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'empty';
  return trimmed.length > LONGEST ? 'too_long' : null;
}
