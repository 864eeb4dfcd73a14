import { expect, type Page } from '@playwright/test';
import type { Contact } from '../../contract/entities/contact.ts';
import type { Lesson } from '../../contract/entities/lesson.ts';
import type { LessonProgress } from '../../contract/entities/lesson-progress.ts';
import type { Task } from '../../contract/entities/task.ts';
import type { Client } from '../e2e/helpers/client.ts';
import { writeComment, goToPath, tableRows } from '../e2e/helpers/phone.ts';
import { noisePng } from '../helpers/images.ts';
import { EDITED_CONTACT } from './world.ts';

/** Returns how often a write took effect on the server. The correct result is 1. */
export type CountEffects = (client: Client) => Promise<number>;

/** A kind of write, made on the corresponding screen. `mark` is a text that only this write uses. */
export interface WriteKind {
  name: string;
  write(page: Page, mark: string): Promise<CountEffects>;
}

/** Chooses a lesson by the fault, so that no discussion gets long. */
async function lessonOf(page: Page, mark: string): Promise<Lesson> {
  const lessons = (await tableRows<Lesson>(page, 'lessons')).filter(({ language }) => language === 'en');
  const sum = [...(mark.split(' ')[0] ?? '')].reduce((total, char) => total + char.charCodeAt(0), 0);
  const found = lessons[sum % lessons.length];
  if (!found) throw new Error('no lesson is on the phone');
  return found;
}

async function progressOf(client: Client, lesson_id: string): Promise<LessonProgress | undefined> {
  const { rows } = await client.call('sync.snapshot', { query: { group: 'p1', limit: '1000' } });
  const own = rows.filter(({ c }) => c === 'lesson_progress').map(({ row }) => row as LessonProgress);
  return own.find(({ id }) => id === lesson_id);
}

const seconds = ({ slices, older_s }: LessonProgress): number =>
  slices.reduce((sum, slice) => sum + slice.active_s, older_s);

const commentWrite: WriteKind = {
  name: 'comment',
  write: async (page, mark) => {
    const { id } = await lessonOf(page, mark);
    await goToPath(page, `/lesson/view/${id}`);
    await writeComment(page, mark);
    return async (client) => (await client.comments(id)).filter((text) => text === mark).length;
  },
};

const readingWrite: WriteKind = {
  name: 'lesson time',
  write: async (page, mark) => {
    const { id } = await lessonOf(page, mark);
    const read = async () => (await tableRows<LessonProgress>(page, 'lesson_progress')).find((row) => row.id === id);
    const before = await read();
    await goToPath(page, `/lesson/view/${id}`);
    await expect(page.getByRole('textbox', { name: 'Write a comment' })).toBeVisible();
    // The shortest reading time that counts is one second.
    await page.waitForTimeout(1_050);
    await goToPath(page, '/tasks');
    const known = new Set(before?.slices.map((slice) => slice.id));
    const isWritten = async () => (await read())?.slices.some((slice) => !known.has(slice.id)) ?? false;
    await expect.poll(isWritten, { message: 'a reading interval' }).toBe(true);
    const mine = await read();
    const fresh = mine?.slices.filter((slice) => !known.has(slice.id)) ?? [];
    return async (client) => {
      const theirs = await progressOf(client, id);
      if (!theirs || !mine || fresh.some((slice) => !theirs.slices.some((other) => other.id === slice.id))) return 0;
      return seconds(theirs) === seconds(mine) ? 1 : 2;
    };
  },
};

const TASK = 'Call Sergey B.';

const taskStepWrite: WriteKind = {
  name: 'task step',
  write: async (page) => {
    await goToPath(page, '/tasks');
    const read = async () => (await tableRows<Task>(page, 'tasks')).find(({ title }) => title === TASK);
    const before = await read();
    const row = page.getByRole('listitem').filter({ hasText: TASK });
    await row.getByRole('button', { name: /^(Start|Pause|Resume)$/ }).click();
    await expect.poll(async () => (await read())?.state, { message: 'a step' }).not.toBe(before?.state);
    const mine = await read();
    return async (client) => {
      const theirs = (await client.tasks()).find(({ title }) => title === TASK);
      if (!theirs || !mine || theirs.state !== mine.state) return 0;
      if (theirs.slices.length > mine.slices.length) return 2;
      const summary = (task: Task) => JSON.stringify(task.slices.map(({ id, to }) => [id, to === null]));
      return summary(theirs) === summary(mine) ? 1 : 0;
    };
  },
};

async function contactNamed(page: Page, first_name: string): Promise<Contact | undefined> {
  return (await tableRows<Contact>(page, 'contacts')).find((contact) => contact.first_name === first_name);
}

async function serverContactsNamed(client: Client, first_name: string): Promise<Contact[]> {
  const found = await client.call('contacts.list', { query: { search: first_name, page_size: '100' } });
  const results = Array.isArray(found) ? found : found.results;
  return results.filter((contact) => contact.first_name === first_name);
}

/** Presses the save button, regardless of its label, and waits until the form has closed. */
async function saveContact(page: Page): Promise<void> {
  // A similar name leads to a warning about duplicates. In this case, save the contact anyway.
  await page.getByRole('button', { name: /^Save (contact|anyway)$/ }).click();
  await page.waitForURL((url) => !/\/(new|edit)$/.test(url.pathname));
}

const contactEditWrite: WriteKind = {
  name: 'contact edit',
  write: async (page, mark) => {
    const before = await contactNamed(page, EDITED_CONTACT);
    await goToPath(page, `/contacts/${before?.id}/edit`);
    await page.getByLabel('Notes', { exact: true }).fill(mark);
    await saveContact(page);
    await expect.poll(async () => (await contactNamed(page, EDITED_CONTACT))?.notes, { message: 'an edit' }).toBe(mark);
    return async (client) =>
      (await serverContactsNamed(client, EDITED_CONTACT)).filter(({ notes }) => notes === mark).length;
  },
};

const photoWrite: WriteKind = {
  name: 'contact with photo',
  write: async (page, mark) => {
    await goToPath(page, '/contacts/new');
    await page.getByLabel('First name').fill(mark);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const file = { name: 'photo.png', mimeType: 'image/png', buffer: noisePng() };
    await page.getByLabel('Photo file').setInputFiles(file);
    await expect(page.getByText('sent after the text')).toBeVisible();
    await saveContact(page);
    await expect.poll(() => contactNamed(page, mark), { message: 'a contact' }).toBeDefined();
    const mine = await contactNamed(page, mark);
    return async (client) => {
      const found = await serverContactsNamed(client, mark);
      return found.filter(({ photo }) => photo !== null && photo.sha256 === mine?.photo?.sha256).length;
    };
  },
};

export const writeKinds: readonly WriteKind[] = [
  commentWrite,
  readingWrite,
  taskStepWrite,
  contactEditWrite,
  photoWrite,
];
