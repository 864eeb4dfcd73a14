import { deepEqual, equal } from 'node:assert/strict';
import type { Comment } from '../../../contract/entities/comment.ts';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { LessonProgress } from '../../../contract/entities/lesson-progress.ts';
import type { Lesson } from '../../../contract/entities/lesson.ts';
import { sendAll, readUnsentWrites } from '../arrivals.ts';
import { rowsOf, waitForRow } from '../device-data.ts';
import { button, type DrivenPage, field, fill, showsText, waitUntil, evaluate } from '../driven-page.ts';
import { goTo, logIn, pillShows, saveContact, showScreen, waitForOfflineCopy, writeComment } from '../steps.ts';
import type { World } from '../world.ts';

const COMMENT = 'Read on the way home.';
const CONTACT = 'Rosalind';
const READING_MS = 2_000;

/** Reads a lesson from this device for a few seconds and comments on it. */
async function readLesson(page: DrivenPage, url: string, { id, title }: Lesson): Promise<void> {
  await goTo(page, `${url}/lesson/view/${id}`);
  await waitUntil(page, 'the lesson from this device', showsText(title));
  const opened = Number(await evaluate(page, 'performance.now()'));
  await writeComment(page, COMMENT);
  await waitUntil(page, 'two seconds of reading', `performance.now() > ${opened + READING_MS}`);
}

/**
 * A learner reads a lesson, comments on it and adds a contact while the server is down. The app is reopened before the
 * server is up again. Each write and each interval of reading time arrives once.
 */
export async function learnerJourney(world: World): Promise<string> {
  const { server, url } = world;
  const page = await world.openDevice();
  await page.goto(`${url}/`);
  await logIn(page, 'learner');
  await waitForOfflineCopy(page);
  const lesson = (await rowsOf<Lesson>(page, 'lessons')).find(({ language }) => language === 'en');
  if (!lesson) throw new Error('this device has no lesson in English');
  await server.kill();
  await readLesson(page, url, lesson);
  await showScreen(page, '/contacts/new');
  await waitForRow(page, 'the reading time', 'outbox', `row.kind === 'lesson.time'`);
  await fill(page, field('First name'), CONTACT);
  await saveContact(page);
  await waitForRow(page, 'the contact', 'contacts', `row.first_name === '${CONTACT}'`);
  await goTo(page, `${url}/sync`);
  await waitUntil(page, 'the unsent writes in the pill', pillShows('2 to send'));
  await waitUntil(page, 'the sync centre', button(/^(Send now|Refresh)$/));
  const unsent = await readUnsentWrites(page);
  const slices = unsent
    .filter(({ kind }) => kind === 'lesson.time')
    .map(({ args }) => args as { slice_id: string; active_s: number });
  const arrived = await sendAll(page, world, 'learner');
  equal(arrived.rows<Comment>('comments', ({ text }) => text === COMMENT).length, 1, 'the comment');
  equal(arrived.rows<Contact>('contacts', ({ first_name }) => first_name === CONTACT).length, 1, 'the contact');
  const [progress] = arrived.rows<LessonProgress>('lesson_progress', ({ id }) => id === lesson.id);
  for (const { slice_id, active_s } of slices)
    deepEqual(
      progress?.slices.filter(({ id }) => id === slice_id).map((slice) => slice.active_s),
      [active_s],
      'the reading time',
    );
  return `${page.name}; ${unsent.length} writes arrived once: ${unsent.map(({ kind }) => kind).join(', ')}`;
}
