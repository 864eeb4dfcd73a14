import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { CommentText, type Comment } from '../../contract/entities/comment.ts';
import { COMMUNITY, EDIT_WINDOW_MS } from '../../contract/values.ts';
import { openPhoneDb } from '../../src/db/schema/db.ts';
import { createStore } from '../../src/db/schema/create-store.ts';
import type { Store } from '../../src/db/schema/store.ts';
import { addComment, deleteComment, editComment } from '../../src/features/lessons/actions.ts';
import { isEditable, savedThread } from '../../src/features/lessons/queries.ts';

const me = '01900000-0000-7000-8000-00000000000a';
const other = '01900000-0000-7000-8000-00000000000b';
const lesson = '01900000-0000-7000-8000-00000000000c';
const start = Date.parse('2026-05-03T10:00:00.000Z');
const minutes = (count: number) => count * 60_000;
const instant = (ms: number) => new Date(ms).toISOString();

let store: Store;
let clock: { now: number };
let commentCount = 0;

/** Returns a comment as it is stored on the server. */
function storedComment(text: string, ms: number, change: Partial<Comment> = {}): Comment {
  commentCount += 1;
  return {
    id: `01900000-0000-7000-9000-${String(commentCount).padStart(12, '0')}`,
    rev: commentCount,
    thread: lesson,
    lesson,
    parent: null,
    author_id: other,
    author_name: 'Olga S.',
    text,
    created_at: instant(ms),
    claimed_at: instant(ms),
    edited_at: null,
    removed_at: null,
    ...change,
  };
}

beforeEach(() => {
  clock = { now: start };
  const db = openPhoneDb(me, { indexedDB: new IDBFactory(), IDBKeyRange });
  const ports = { clock: { now: () => clock.now, after: () => () => {} }, random: Math.random };
  const actor = { user_id: me, user_name: 'Anna B.', first_name: 'Anna', device_id: other, is_manager: false };
  store = createStore(db, actor, ports, { post: () => {}, listen: () => {}, close: () => {} });
});

const write = (text: string, parent: string | null = null) => addComment(store, lesson, text, parent);
const texts = async (limit = 50) => (await savedThread(store.db, lesson, limit)).comments.map((c) => c.comment.text);

describe('order of a thread', () => {
  test("sorts comments by server time with unsent ones last, whatever this device's clock says", async () => {
    await store.db.comments.bulkAdd([
      storedComment('second', start - minutes(5)),
      storedComment('first', start - minutes(9)),
    ]);
    clock.now = start - minutes(600);
    await write('third');
    clock.now += 1000;
    await write('fourth');
    expect(await texts()).toEqual(['first', 'second', 'third', 'fourth']);
  });

  test('places a reply after the comment that it answers', async () => {
    const question = storedComment('asked', start - minutes(9));
    await store.db.comments.bulkAdd([question, storedComment('later', start - minutes(5))]);
    await write('answer', question.id);
    expect(await texts()).toEqual(['asked', 'answer', 'later']);
  });

  test('shows a reply even if the comment that it answers is not shown', async () => {
    const question = storedComment('asked', start - minutes(9));
    await store.db.comments.bulkAdd([question, storedComment('answer', start, { parent: question.id })]);
    expect(await texts(1)).toEqual(['answer']);
  });

  test('shows the newest comments of a thread and counts the older ones', async () => {
    await store.db.comments.bulkAdd([1, 2, 3, 4].map((n) => storedComment(`no ${n}`, start + n)));
    const { comments, hidden } = await savedThread(store.db, lesson, 3);
    expect(comments.map((c) => c.comment.text)).toEqual(['no 2', 'no 3', 'no 4']);
    expect(hidden).toBe(1);
  });

  test('shows an unsent comment even if the clock of the device is days behind', async () => {
    await store.db.comments.bulkAdd([1, 2, 3].map((n) => storedComment(`no ${n}`, start + n)));
    clock.now = start - minutes(60 * 24 * 3);
    await write('mine');
    const { comments, hidden } = await savedThread(store.db, lesson, 2);
    expect(comments.map((c) => c.comment.text)).toEqual(['no 2', 'no 3', 'mine']);
    expect(hidden).toBe(1);
  });

  test('keeps the comments of different threads apart', async () => {
    await write('about the lesson');
    await addComment(store, COMMUNITY, 'to all', null);
    expect(await texts(1)).toEqual(['about the lesson']);
    const all = await savedThread(store.db, COMMUNITY, 1);
    expect(all.comments.map((c) => c.comment.text)).toEqual(['to all']);
  });
});

describe('comment actions', () => {
  test('undoing an unsent comment removes it from the thread and from the outbox', async () => {
    const op_id = await write('a mistake');
    await write('stays');
    expect(await store.undo(op_id)).toBe(true);
    expect(await texts()).toEqual(['stays']);
    expect(await store.db.outbox.count()).toBe(1);
  });

  test('does not undo a comment while it is being sent', async () => {
    const op_id = await write('gone out');
    await store.db.outbox.where({ op_id }).modify({ state: 'sending', frozen: '{}' });
    expect(await store.undo(op_id)).toBe(false);
    expect(await texts()).toEqual(['gone out']);
  });

  test('allows edits of an unsent comment at any time and of a sent one for 15 minutes', async () => {
    await write('not sent');
    const [unsent] = (await savedThread(store.db, lesson, 1)).comments;
    expect(isEditable(unsent!.comment, start + minutes(6000))).toBe(true);
    const sent = storedComment('sent', start, { author_id: me });
    expect(isEditable(sent, start + EDIT_WINDOW_MS)).toBe(true);
    expect(isEditable(sent, start + EDIT_WINDOW_MS + 1)).toBe(false);
    expect(isEditable({ ...sent, removed_at: instant(start) }, start)).toBe(false);
  });

  test('restores the old comment text when an edit is undone', async () => {
    const sent = storedComment('old', start, { author_id: me });
    await store.db.comments.add(sent);
    const op_id = await editComment(store, sent.id, ' new ');
    expect(await texts()).toEqual(['new']);
    await store.undo(op_id);
    expect(await texts()).toEqual(['old']);
  });

  test('keeps the place of a deleted comment and restores the comment on undo', async () => {
    const sent = storedComment('said', start, { author_id: me });
    await store.db.comments.add(sent);
    const op_id = await deleteComment(store, sent.id, sent.text);
    const [gone] = (await savedThread(store.db, lesson, 1)).comments;
    expect([gone?.comment.text, gone?.comment.removed_at]).toEqual(['', instant(start)]);
    await store.undo(op_id);
    expect(await texts()).toEqual(['said']);
  });

  test('keeps a rejected comment with its text in its thread', async () => {
    const op_id = await write('refused');
    const error = { status: 409, code: 'not_found', at: start } as const;
    await store.db.outbox.where({ op_id }).modify({ state: 'rejected', error });
    const { refused } = await savedThread(store.db, lesson, 50);
    expect(refused.map((entry) => entry.args)).toMatchObject([{ text: 'refused' }]);
    expect((await savedThread(store.db, COMMUNITY, 50)).refused).toEqual([]);
  });
});

describe('comment text', () => {
  test('rejects an empty or too long comment before anything is queued', async () => {
    const errorOf = (text: string) => CommentText.safeParse(text).error?.issues[0]?.message ?? null;
    expect([errorOf(' \n '), errorOf('x'.repeat(4001)), errorOf(` ${'x'.repeat(4000)} `)]).toEqual([
      'empty',
      'too_long',
      null,
    ]);
    await expect(write('  ')).rejects.toThrow();
    expect(await store.db.outbox.count()).toBe(0);
  });
});
