import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Entry } from '../../db/entry.ts';
import type { Collection } from './queries.ts';

/** Fields of a write in which people write; the first filled one is shown again. */
const written = ['text', 'result_note', 'reason', 'title', 'description'];

/** The person's own words inside a write, or null. */
export function ownWords(args: unknown): string | null {
  if (typeof args !== 'object' || args === null) return null;
  const fields = new Map<string, unknown>(Object.entries(args));
  for (const name of written) {
    const value = fields.get(name);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

export const collectionNames: Record<Collection, MessageDescriptor> = {
  tasks: msg`Tasks`,
  lesson_progress: msg`Your progress`,
  categories: msg`Categories`,
  lessons: msg`Lessons`,
  comments: msg`Comments`,
};

/** The unsent write that another one must not overtake. */
export function waitedFor(entry: Entry, all: readonly Entry[]): Entry | undefined {
  return all.find((other) => entry.deps.includes(other.op_id));
}
