import { expect, type Page } from '@playwright/test';
import type { CalendarEvent } from '../../contract/entities/event.ts';
import type { Contact } from '../../contract/entities/contact.ts';
import type { Lesson } from '../../contract/entities/lesson.ts';
import type { NewsItem } from '../../contract/entities/news.ts';
import type { Person } from '../../contract/entities/person.ts';
import type { Task } from '../../contract/entities/task.ts';
import { writeComment, goToPath, tableRows } from '../e2e/helpers/phone.ts';
import { noisePng } from '../helpers/images.ts';

/** An action of a consultant on the corresponding screen. `mark` is a text that only this action uses. */
export type DayAction = (page: Page, mark: string) => Promise<void>;

const contactNamed = async (page: Page, name: string): Promise<Contact> => {
  const found = (await tableRows<Contact>(page, 'contacts')).find(({ first_name }) => first_name === name);
  if (!found) throw new Error(`no contact ${name}`);
  return found;
};
const taskNamed = async (page: Page, title: string): Promise<Task> => {
  const found = (await tableRows<Task>(page, 'tasks')).find((task) => task.title === title);
  if (!found) throw new Error(`no task ${title}`);
  return found;
};

const waitForState = (page: Page, title: string, state: Task['state']) =>
  expect.poll(async () => (await taskNamed(page, title)).state, { timeout: 30_000 }).toBe(state);

async function openTask(page: Page, title: string): Promise<void> {
  const { id } = await taskNamed(page, title);
  await goToPath(page, `/tasks/${id}`);
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

async function saveContact(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Save (contact|anyway)$/ }).click();
  await page.waitForURL((url) => !/\/(new|edit)$/.test(url.pathname));
}

export const addContact =
  (name: string, number: string): DayAction =>
  async (page) => {
    await goToPath(page, '/contacts/new');
    await page.getByLabel('First name').fill(name);
    await page.getByLabel('Phone', { exact: true }).fill(number);
    await saveContact(page);
    await expect
      .poll(() =>
        contactNamed(page, name).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  };

export const editContact =
  (name: string, fields: Record<string, string>): DayAction =>
  async (page) => {
    const { id } = await contactNamed(page, name);
    await goToPath(page, `/contacts/${id}/edit`);
    for (const [label, value] of Object.entries(fields)) {
      const field = page.getByLabel(label, { exact: true });
      const moreButton = page.getByRole('button', { name: 'More', exact: true });
      await expect(field.or(moreButton).first()).toBeVisible();
      if (!(await field.isVisible())) await moreButton.click();
      await field.fill(value);
    }
    await saveContact(page);
  };

export const photograph: DayAction = async (page, mark) => {
  await goToPath(page, '/contacts/new');
  await page.getByLabel('First name').fill(mark);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByLabel('Photo file').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: noisePng() });
  await expect(page.getByText('sent after the text')).toBeVisible({ timeout: 60_000 });
  await saveContact(page);
};

/** Logs a call, which also creates a completed task. */
export const logCall =
  (name: string, result: string): DayAction =>
  async (page, mark) => {
    const { id } = await contactNamed(page, name);
    await goToPath(page, `/calls/new?contact=${id}`);
    await page.getByLabel('Note (optional)').fill(mark);
    await page.getByRole('button', { name: result, exact: true }).click();
    await page.waitForURL((url) => url.pathname === `/contacts/${id}`);
  };

export const logCallWithPerson =
  (result: string): DayAction =>
  async (page, mark) => {
    const person = (await tableRows<Person>(page, 'people')).find(({ status }) => status === 'processing');
    if (!person) throw new Error('no person is assigned to the consultant');
    await goToPath(page, `/calls/new?person=${person.id}`);
    await page.getByLabel('Note (optional)').fill(mark);
    await page.getByRole('button', { name: result, exact: true }).click();
    await page.waitForURL((url) => url.pathname === `/user/view-details/${person.id}`);
  };

export const addPersonNote: DayAction = async (page, mark) => {
  const person = (await tableRows<Person>(page, 'people')).find(({ status }) => status === 'processing');
  if (!person) throw new Error('no person is assigned to the consultant');
  await goToPath(page, `/user/view-details/${person.id}`);
  const box = page.getByRole('textbox', { name: 'Write a note' });
  await box.fill(mark);
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(box).toHaveValue('');
};

export const startTask =
  (title: string): DayAction =>
  async (page) => {
    await openTask(page, title);
    await page.getByRole('button', { name: /^(Start|Resume)$/ }).click();
    await waitForState(page, title, 'in_progress');
  };

export const pauseTask =
  (title: string): DayAction =>
  async (page) => {
    await openTask(page, title);
    await page.getByRole('button', { name: 'Pause' }).click();
    await waitForState(page, title, 'paused');
  };

export const finishTask =
  (title: string, result: string): DayAction =>
  async (page, mark) => {
    await openTask(page, title);
    await page.getByRole('button', { name: 'Finish' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText(result, { exact: true }).click();
    await sheet.getByLabel('Note (optional)').fill(mark);
    await sheet.getByRole('button', { name: 'Save result' }).click();
    await waitForState(page, title, 'completed');
  };

export const reopenTask =
  (title: string): DayAction =>
  async (page) => {
    await openTask(page, title);
    await page.getByRole('button', { name: 'Reopen' }).click();
    await waitForState(page, title, 'planned');
  };

export const rescheduleTask =
  (title: string): DayAction =>
  async (page) => {
    const { start_at } = await taskNamed(page, title);
    await openTask(page, title);
    await page.getByRole('button', { name: 'Reschedule' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText(/^In a week, /).click();
    await sheet.getByRole('button', { name: 'Reschedule' }).click();
    await expect.poll(async () => (await taskNamed(page, title)).start_at).not.toBe(start_at);
  };

export const cancelTask =
  (title: string): DayAction =>
  async (page, mark) => {
    await openTask(page, title);
    await page.getByRole('button', { name: 'Cancel task' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByLabel('Reason (optional)').fill(mark);
    await sheet.getByRole('button', { name: 'Cancel task' }).click();
    await waitForState(page, title, 'cancelled');
  };

export const planMeeting =
  (title: string): DayAction =>
  async (page) => {
    await goToPath(page, '/tasks');
    await page.getByRole('button', { name: 'Add task' }).first().click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Meeting', { exact: true }).click();
    await sheet.getByLabel('Title').fill(title);
    await sheet.getByText('30 min', { exact: true }).first().click();
    await sheet.getByRole('button', { name: 'Add task' }).click();
    await expect
      .poll(() =>
        taskNamed(page, title).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  };

async function lessonAt(page: Page, index: number): Promise<Lesson> {
  const lessons = (await tableRows<Lesson>(page, 'lessons')).filter(({ language }) => language === 'en');
  return lessons[index % lessons.length]!;
}

export const commentLesson =
  (index: number): DayAction =>
  async (page, mark) => {
    const { id } = await lessonAt(page, index);
    await goToPath(page, `/lesson/view/${id}`);
    await writeComment(page, mark);
  };

export const readLesson =
  (index: number): DayAction =>
  async (page) => {
    const { id } = await lessonAt(page, index);
    await goToPath(page, `/lesson/view/${id}`);
    await page.getByRole('textbox', { name: 'Write a comment' }).waitFor();
    await page.waitForTimeout(2_000);
    await goToPath(page, '/tasks');
    await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
  };

export const askForHelp: DayAction = async (page, mark) => {
  await goToPath(page, '/help/new');
  await page.getByRole('button', { name: 'What is it about?' }).click();
  await page.getByRole('option', { name: 'Problem', exact: true }).click();
  await page.getByLabel('Subject').fill(mark);
  await page.getByLabel('Message').fill('It was like this all morning.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const box = page.getByRole('textbox', { name: 'Write a message' });
  await box.fill('And in the afternoon as well.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(box).toHaveValue('');
};

export const changeCity =
  (city: string): DayAction =>
  async (page) => {
    await goToPath(page, '/profile/edit');
    await page.getByLabel('City').fill(city);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(city)).toBeVisible();
  };

export const setColours =
  (name: string): DayAction =>
  async (page) => {
    await goToPath(page, '/profile/settings');
    await page.getByRole('radio', { name }).first().check({ force: true });
  };

export const addCategory: DayAction = async (page, mark) => {
  await goToPath(page, '/contacts/categories');
  await page.getByRole('button', { name: 'New category' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Name').fill(mark.slice(0, 38));
  await sheet
    .getByRole('button', { name: /Save|Add/ })
    .first()
    .click();
  await expect(sheet).toHaveCount(0);
};

export const answerEvent: DayAction = async (page) => {
  const event = (await tableRows<CalendarEvent>(page, 'events')).find(
    ({ ends_at }) => Date.parse(ends_at) > Date.now() + 2 * 86_400_000,
  );
  if (!event) throw new Error('there is no future event');
  await goToPath(page, `/events/view/${event.id}`);
  await page.getByRole('button', { name: 'Going' }).click();
};

export const readNews: DayAction = async (page) => {
  const read = new Set((await tableRows<{ id: string }>(page, 'news_reads')).map(({ id }) => id));
  const news = (await tableRows<NewsItem>(page, 'news')).find(({ id, language }) => !read.has(id) && language === 'en');
  if (!news) throw new Error('all news are read');
  await goToPath(page, `/news/view/${news.id}`);
  await expect
    .poll(async () => (await tableRows<{ id: string }>(page, 'news_reads')).some(({ id }) => id === news.id), {
      timeout: 30_000,
    })
    .toBe(true);
};

/** Requests a waiting lead; the server decides who gets it. */
export const takeLead: DayAction = async (page) => {
  await goToPath(page, '/leads?tab=waiting');
  await page
    .getByRole('button', { name: /^(Take|Request) / })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^(Take|Request)$/ }).click();
  await expect(sheet).toHaveCount(0);
};

export const activatePerson: DayAction = async (page) => {
  const person = (await tableRows<Person>(page, 'people')).find(({ status }) => status === 'processing');
  await goToPath(page, `/user/view-details/${person?.id}`);
  await page.getByRole('button', { name: 'Mark active' }).click();
  await expect
    .poll(async () => (await tableRows<Person>(page, 'people')).find(({ id }) => id === person?.id)?.status)
    .toBe('active');
};
