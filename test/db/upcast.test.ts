import { describe, expect, test } from 'vitest';
import { defineWrite } from '../../contract/writes/define.ts';
import { offerHandover } from '../../contract/writes/handover.ts';
import { asAnyWrite, writeNamed, type Args } from '../../contract/writes/index.ts';
import { z } from '../../contract/zod.ts';
import { upcastEntries } from '../../src/db/outbox/upcast.ts';
import { iso } from '../../src/lib/ports.ts';
import { addComment, anna, makePhoneDb, newId, START } from '../helpers/phone.ts';

/** The write `comment.add` of a later app version, which calls the text of a comment `words`. */
const laterVersion = defineWrite({
  entity: 'comments',
  mode: 'create',
  v: 2,
  args: z.strictObject({ words: z.string().check(z.maxLength(10)) }),
  upcast: (args) => ({ words: (args as { text: string }).text }),
  optimistic: (row) => row,
  documented: null,
});
const writeNamedLater: typeof writeNamed = (name) =>
  name === 'comment.add' ? asAnyWrite('comment.add', laterVersion as never) : writeNamed(name);

describe('outbox entries after an app update', () => {
  test('an app update converts unsent writes to their new shape', async () => {
    const { db, write, entry } = makePhoneDb();
    const [op_id] = await write(addComment('Hello'));
    await upcastEntries(db, anna, writeNamedLater);
    expect(await entry(op_id!)).toMatchObject({ v: 2, args: { words: 'Hello' }, state: 'queued' });
  });

  test('an app update keeps the bytes of a write that has already been attempted', async () => {
    const { db, write, claim, entry } = makePhoneDb();
    const [op_id, unsent] = await write(addComment('Hello'), addComment('Hello'));
    const [claimed] = await claim({ max_ops: 1 });
    await upcastEntries(db, anna, writeNamedLater);
    expect(await entry(op_id!)).toMatchObject({ v: 1, frozen: claimed!.frozen, state: 'sending' });
    expect(await entry(unsent!)).toMatchObject({ v: 2 });
  });

  test('parks a write that an app update cannot convert, and keeps its content', async () => {
    const { db, write, entry } = makePhoneDb();
    const draft = addComment('far too long for the new app');
    const [op_id] = await write(draft);
    await upcastEntries(db, anna, writeNamedLater);
    expect(await entry(op_id!)).toMatchObject({
      ...{ state: 'parked', args: { text: 'far too long for the new app' } },
      error: { status: 400, code: 'invalid', at: START },
    });
    expect((await db.comments.get(draft.id))?.text).toBe('far too long for the new app');
  });

  test('parks a write that an app update no longer knows, and keeps its content', async () => {
    const { db, write, entry } = makePhoneDb();
    const [op_id] = await write(addComment('Hello'));
    await upcastEntries(db, anna, () => undefined);
    expect(await entry(op_id!)).toMatchObject({ state: 'parked', args: { text: 'Hello' }, error: { status: 400 } });
  });

  test('an app update converts an unsent handover, although a handover cannot be undone', async () => {
    const { db, write, entry } = makePhoneDb();
    const args = { kind: 'contact.edit', entity: 'contacts', entity_id: newId(), title: '', args: {}, at: iso(START) };
    const [op_id] = await write({ kind: 'handover.offer', id: newId(), args: args as Args<'handover.offer'> });
    const next = asAnyWrite('handover.offer', { ...offerHandover, v: 2, upcast: (old: unknown) => old } as never);
    await upcastEntries(db, anna, (name) => (name === 'handover.offer' ? next : writeNamed(name)));
    expect(await entry(op_id!)).toMatchObject({ v: 2, state: 'queued', only_copy: true });
  });

  test('an app update changes no outbox entry of the current version', async () => {
    const { db, write, entry } = makePhoneDb();
    const [op_id] = await write(addComment('Hello'));
    const before = await entry(op_id!);
    await upcastEntries(db, anna);
    expect(await entry(op_id!)).toEqual(before);
  });
});
