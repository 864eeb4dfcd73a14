import { foldText } from '../../../contract/search/fold.ts';

/** A shorter word may be the start of a name, so only a word of at least this length is treated as the action. */
const MIN_LETTERS = 3;

const wordsOf = (text: string): string[] => text.split(/[^\p{L}\d'-]+/u).filter((word) => word !== '');

/**
 * Returns the name in a text such as "log a call with nadia" or "call nadia"; empty if the text does not start with
 * words of the action. `action` is the title of the action without a name.
 */
export function nameInCallQuery(text: string, action: string): string {
  const words = wordsOf(foldText(action));
  const typed = text.trim().split(/\s+/);
  let next = 0;
  let isAction = false;
  let used = 0;
  for (const word of typed) {
    const at = words.indexOf(wordsOf(foldText(word))[0] ?? '', next);
    if (at < 0) break;
    isAction ||= word.length >= MIN_LETTERS;
    next = at + 1;
    used += 1;
  }
  return isAction ? typed.slice(used).join(' ') : '';
}
