const LONGEST = 4000;

/** Returns the contract's error code for a comment text, or null. Shown at the field before anything is queued. */
export function textError(text: string): 'empty' | 'too_long' | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'empty';
  return trimmed.length > LONGEST ? 'too_long' : null;
}
