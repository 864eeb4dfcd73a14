import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Comment } from '../../contract/entities/comment.ts';
import type { CommentsResult } from '../../src/bridge/results.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { resizeWindowForTests } from '../helpers/window-size.ts';
import { ANNA } from './fake-app.tsx';
import { lessonId, makeLesson, showLessons } from './lesson-app.ts';

const { account } = vi.hoisted(() => ({
  account: vi.fn<(name: string, thread: string, before: string) => Promise<CommentsResult>>(),
}));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account } }));

/** Number of comments of a thread that the device mirrors. */
const MIRRORED_COMMENTS = 3;
resizeWindowForTests('comments', MIRRORED_COMMENTS);

const LESSON = lessonId(1);
const BORIS = '0198c000-0000-7000-8000-0000000000b0';
const idOf = (number: number) => `0198c000-0000-7000-8000-0000000002${String(number).padStart(2, '0')}`;

/** Returns comment number `number` of the lesson; a higher number is newer. */
function makeComment(number: number, change: Partial<Comment> = {}): Comment {
  const created_at = new Date(Date.parse('2026-03-02T08:00:00.000Z') + number * 60_000).toISOString();
  return {
    ...{ id: idOf(number), rev: number, thread: LESSON, lesson: LESSON, parent: null, author_id: BORIS },
    ...{ author_name: 'Boris K.', text: `Comment ${number}.`, created_at, claimed_at: created_at },
    ...{ edited_at: null, removed_at: null },
    ...change,
  };
}

const pageOf = (comments: Comment[], hasMore: boolean): CommentsResult => ({ ok: true, comments, hasMore });

beforeEach(() => account.mockReset());

/** Shows the lesson on a device with these comments. */
async function show(comments: readonly Comment[]): Promise<PhoneDb> {
  const { db } = await showLessons(`/lesson/view/${LESSON}`, { lessons: [makeLesson(1)] });
  await db.comments.bulkPut([...comments]);
  await screen.findByText('Text 1.');
  await screen.findByText(comments.at(-1)!.text);
  return db;
}

const mirrored = [4, 5, 6].map((number) => makeComment(number));
const button = () => screen.findByRole('button', { name: 'Show older comments' });
const texts = () => screen.getAllByText(/^Comment \d\.$/).map((element) => element.textContent);
const textsOf = (...numbers: number[]) => numbers.map((number) => `Comment ${number}.`);

describe('older comments of a discussion', () => {
  it('fetches older comments page by page, until the server has no more', async () => {
    account.mockResolvedValueOnce(pageOf([makeComment(3), makeComment(2)], true));
    account.mockResolvedValueOnce(pageOf([makeComment(1)], false));
    await show(mirrored);
    expect(screen.getByText('3+')).toBeTruthy();
    fireEvent.click(await button());
    await waitFor(() => expect(texts()).toEqual(textsOf(2, 3, 4, 5, 6)));
    fireEvent.click(await button());
    await waitFor(() => expect(texts()).toEqual(textsOf(1, 2, 3, 4, 5, 6)));
    expect(screen.queryByRole('button', { name: 'Show older comments' })).toBeNull();
    expect(account.mock.calls).toEqual([
      ['fetchOlderComments', LESSON, idOf(4)],
      ['fetchOlderComments', LESSON, idOf(2)],
    ]);
  });

  it('does not offer older comments if the device has fewer comments than it may mirror', async () => {
    await show(mirrored.slice(1));
    expect(screen.queryByRole('button', { name: 'Show older comments' })).toBeNull();
  });

  it('does not offer older comments of an API of another site, whose comments are mirrored completely', async () => {
    const db = await show(mirrored);
    await button();
    await saveMeta(db, 'documented', true);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older comments' })).toBeNull());
  });

  it.each([
    ['offline', 'You are offline', 'Older comments need a connection.'],
    ['no_answer', 'The server is not responding', /Try again/],
  ] as const)('can be fetched again after a failure: %s', async (why, title, advice) => {
    account.mockResolvedValueOnce({ ok: false, why });
    account.mockResolvedValueOnce(pageOf([makeComment(3)], false));
    await show(mirrored);
    fireEvent.click(await button());
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText(advice)).toBeTruthy();
    const notice = screen.getByText(title);
    const isNoticeBelow = (await button()).compareDocumentPosition(notice);
    expect(isNoticeBelow).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(texts()).toEqual(textsOf(4, 5, 6));
    fireEvent.click(await button());
    await waitFor(() => expect(texts()).toEqual(textsOf(3, 4, 5, 6)));
    expect(screen.queryByText(title)).toBeNull();
  });

  it('shows that a page is being fetched, and fetches it once', async () => {
    let respond = (_: CommentsResult): void => {};
    account.mockReturnValueOnce(new Promise((resolve) => (respond = resolve)));
    await show(mirrored);
    fireEvent.click(await button());
    fireEvent.click(await button());
    await waitFor(() => expect(document.querySelector('[aria-disabled="true"], [data-pending]')).toBeTruthy());
    expect(account).toHaveBeenCalledTimes(1);
    respond(pageOf([], false));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show older comments' })).toBeNull());
  });

  it('older comments stay shown, without a gap, when newer comments push others off the device', async () => {
    account.mockResolvedValueOnce(pageOf([makeComment(3)], false));
    const db = await show(mirrored);
    fireEvent.click(await button());
    await waitFor(() => expect(texts()).toEqual(textsOf(3, 4, 5, 6)));
    await db.comments.put(makeComment(7));
    await db.comments.delete(idOf(4));
    await waitFor(() => expect(texts()).toEqual(textsOf(3, 4, 5, 6, 7)));
  });

  it('a reply names an older comment until the comment is fetched, and then follows it', async () => {
    account.mockResolvedValueOnce(pageOf([makeComment(3), makeComment(2)], false));
    await show([...mirrored.slice(0, 2), makeComment(6, { parent: idOf(2) })]);
    expect(screen.getByText(/reply to an older comment/)).toBeTruthy();
    fireEvent.click(await button());
    await waitFor(() => expect(texts()).toEqual(textsOf(2, 6, 3, 4, 5)));
    expect(screen.queryByText(/reply to an older comment/)).toBeNull();
  });

  it('the author can delete an older comment, and restore it while the deletion is not sent', async () => {
    account.mockResolvedValueOnce(pageOf([makeComment(3, { author_id: ANNA })], false));
    const db = await show(mirrored);
    fireEvent.click(await button());
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('Comment deleted');
    expect(await db.outbox.toArray()).toMatchObject([{ kind: 'comment.delete', entity_id: idOf(3) }]);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(texts()).toEqual(textsOf(3, 4, 5, 6)));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Comment deleted');
    // The server has accepted the deletion, and the row has left the device.
    const [entry] = await db.outbox.toArray();
    await db.transaction('rw', [db.outbox, db.base, db.history], async () => {
      const { op_id, kind, entity, entity_id, title, at_client, background } = entry!;
      const receipt = { op_id, kind, entity, entity_id, title, at_client, background };
      await db.history.put({ ...receipt, server_time: new Date().toISOString(), rev: 9 });
      await db.outbox.clear();
      await db.base.clear();
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    expect(screen.getByText('Comment deleted')).toBeTruthy();
  });
});
