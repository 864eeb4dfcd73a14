import { Refused } from '../../../contract/errors.ts';
import { writeNamed } from '../../../contract/writes/index.ts';
import { refuseInView } from '../../lib/view-mode.ts';
import type { Draft } from './outbox.ts';

/**
 * Refuses a change in a view and tells the user, unless the app made all of it by itself, such as the place in a book.
 * `drafts` is empty for a change of a write that waits. Throws `view_only`.
 */
export function refuseChange(drafts: readonly Draft[]): never {
  const isAutomatic = drafts.length > 0 && drafts.every(({ kind }) => writeNamed(kind)?.background);
  if (!isAutomatic) refuseInView();
  throw new Refused('view_only');
}
