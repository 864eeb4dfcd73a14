import { Refused } from '../../../contract/errors.ts';
import { writeNamed } from '../../../contract/writes/index.ts';
import { refuseInView } from '../../lib/view-mode.ts';
import type { Draft } from './outbox.ts';

/**
 * Refuses a change while a manager sees the app as someone else: always throws `view_only`. Also shows the manager a
 * notice, unless the app made the change by itself, for example to save the reading position in a book. `drafts` is
 * empty if the change concerns a write that is already waiting.
 */
export function refuseChange(drafts: readonly Draft[]): never {
  const isAutomatic = drafts.length > 0 && drafts.every(({ kind }) => writeNamed(kind)?.background);
  if (!isAutomatic) refuseInView();
  throw new Refused('view_only');
}
