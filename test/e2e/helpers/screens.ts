import { expect, type Page } from '@playwright/test';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Donation } from '../../../contract/entities/donation.ts';
import type { Book } from '../../../contract/entities/book.ts';
import type { Employee } from '../../../contract/entities/employee.ts';
import type { CalendarEvent } from '../../../contract/entities/event.ts';
import type { Flow } from '../../../contract/entities/flow.ts';
import type { Interaction } from '../../../contract/entities/interaction.ts';
import type { Lesson } from '../../../contract/entities/lesson.ts';
import type { NewsItem } from '../../../contract/entities/news.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { Task } from '../../../contract/entities/task.ts';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import type { Subscription } from '../../../contract/entities/subscription.ts';
import type { Ticket } from '../../../contract/entities/ticket.ts';
import { branchKey } from '../../../src/db/queries/team.ts';
import { translationOf, type Language } from './languages.ts';
import { goToPath, tableRows } from './phone.ts';

/** Paths that need no login. Their screens are shown in the language of the browser. */
export const publicPaths = [
  '/login',
  // The app removes the token from the URL, and shows the button that logs in with it.
  '/login?token=unknown&next=/sync',
  '/register',
  '/register/ANNA',
  '/recover-password',
  '/password-reset/unknown',
  '/reset-credentials/unknown',
  '/not-me/unknown',
  '/pages/privacy',
  '/pages/offer',
];

/** Returns a mirrored lesson with images in its text. */
export async function findLessonWithPictures(page: Page): Promise<Lesson> {
  const lessons = await tableRows<Lesson>(page, 'lessons');
  const found = lessons.find(({ language, body }) => language === 'en' && body.includes('<img'));
  if (!found) throw new Error('no lesson has a picture');
  return found;
}

/** Opens the team, which is fetched only when it is opened, and returns the id of its first person. */
async function findTeamMember(page: Page): Promise<string> {
  await goToPath(page, '/team');
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  const pages = await tableRows<{ key: string; rows: { id: string }[] }>(page, 'pages');
  return pages.find(({ key }) => key === branchKey(null))?.rows[0]?.id ?? '';
}

/** Returns every path that a learner can open, with ids of rows on this device. */
export async function listLearnerPaths(page: Page): Promise<string[]> {
  const { id, category_id } = await findLessonWithPictures(page);
  const [contact] = await tableRows<Contact>(page, 'contacts');
  const [news] = await tableRows<NewsItem>(page, 'news');
  const [event] = await tableRows<CalendarEvent>(page, 'events');
  const [request] = await tableRows<Ticket>(page, 'tickets');
  const [book] = await tableRows<Book>(page, 'books');
  const [call] = await tableRows<Interaction>(page, 'interactions');
  const [donation] = await tableRows<Donation>(page, 'donations');
  const [flow] = await tableRows<Flow>(page, 'flows');
  const [subscription] = await tableRows<Subscription>(page, 'subscriptions');
  const member = await findTeamMember(page);
  return [
    '/dashboard',
    '/lessons',
    `/lessons/category/${category_id}`,
    `/lessons/category/${category_id}?show=phone`,
    `/lesson/view/${id}`,
    '/downloads',
    '/books',
    `/books/${book?.id}`,
    `/books/${book?.id}/read`,
    '/news',
    `/news/view/${news?.id}`,
    '/inbox',
    '/events',
    '/events?show=past',
    `/events/view/${event?.id}`,
    '/contacts',
    '/contacts?q=a',
    `/contacts/${contact?.id}`,
    `/contacts/${contact?.id}/edit`,
    '/contacts/new',
    '/contacts/import',
    '/contacts/categories',
    '/search',
    '/search?q=a',
    '/team',
    '/team?view=table',
    `/team/${member}`,
    '/team/invite',
    '/calls/new',
    `/calls/${call?.id}/edit`,
    '/subscription',
    '/subscription/packages',
    '/subscription/history',
    `/subscription/history/${subscription?.history.find(({ receipt }) => receipt !== null)?.id}`,
    '/donate',
    '/donate/paid',
    '/donations',
    `/donations/${donation?.id}`,
    '/flows',
    '/flows?show=archived',
    '/flows/new',
    `/flows/edit_landing/${flow?.id}`,
    '/help',
    '/help/new',
    '/help/offline',
    `/help/${request?.id}`,
    '/profile/view',
    '/profile/edit',
    '/profile/edit/email',
    '/profile/edit/phone',
    '/profile/password',
    '/profile/settings',
    '/profile/devices',
    '/share',
    '/sync',
    '/more',
  ];
}

/** Returns the paths that are open only to employees. */
export async function listWorkPaths(page: Page): Promise<string[]> {
  const tasks = await tableRows<Task>(page, 'tasks');
  const employees = await tableRows<Employee>(page, 'employees');
  const tickets = await tableRows<StaffTicket>(page, 'staff_tickets');
  const taken = tickets.find(({ state, messages }) => state === 'taken' && messages.length > 0);
  const people = await tableRows<Person>(page, 'people');
  const person = people.find(({ responsible_id, status }) => responsible_id !== null && status === 'processing');
  const partner = people.find(({ partner_since }) => Boolean(partner_since));
  const free = tickets.find(({ access }) => access === 'free');
  const donations = await tableRows<Donation>(page, 'donations');
  const rejected = donations.find(({ state }) => state === 'rejected');
  return [
    '/staff-dashboard',
    '/tasks',
    '/tasks?group=future',
    '/tasks?group=completed',
    '/tasks?view=day',
    '/tasks?view=week',
    // A manager has no tasks.
    ...tasks.slice(0, 1).map(({ id }) => `/tasks/${id}`),
    '/staff/users_imports',
    '/staff/users_imports/new',
    '/employees',
    `/employees/${employees[0]?.id}`,
    `/staff-dashboard/view-as/${employees[0]?.id}`,
    '/profile/work-times',
    '/leads',
    '/leads?tab=waiting',
    '/leads/new',
    `/user/view-details/${person?.id}`,
    `/user/view-details/${person?.id}?tab=log`,
    `/user/view-details/${person?.id}/edit`,
    '/payments',
    `/payments?person=${person?.id}`,
    '/accounting',
    '/statistics',
    '/statistics?period=year&figure=time_spent&view=table',
    '/statistics/records?figure=completed_tasks&period=year',
    '/donations',
    '/donations?list=all',
    '/donations/new',
    `/donations/${rejected?.id}`,
    `/donations/${rejected?.id}/edit`,
    '/people',
    '/partners',
    '/partners/new',
    `/user/view-details/${partner?.id}`,
    '/search',
    '/search?q=a',
    '/tickets',
    '/tickets?list=free',
    '/tickets/new',
    `/user/new-request/${taken?.id}`,
    `/user/new-request/${free?.id}`,
  ];
}

/** Returns the paths that are open only to admins. */
export async function listAdminPaths(page: Page): Promise<string[]> {
  const [employee] = await tableRows<Employee>(page, 'employees');
  return [
    '/main/admin/users/all',
    '/main/admin/users/all?role=manager',
    `/main/admin/users/edit/${employee?.id}`,
    '/main/admin/users/create',
    '/main/admin/audit',
    '/main/admin/audit?action=login',
  ];
}

/** Returns the paths of screens for employees only, and of shared screens that differ for employees. */
export async function listStaffPaths(page: Page): Promise<string[]> {
  return [
    ...(await listWorkPaths(page)),
    '/dashboard',
    '/contacts',
    '/profile/view',
    '/profile/settings',
    '/sync',
    '/more',
  ];
}

/** Whether two paths lead to the same screen, with different rows or a different selection. */
const isSameScreen = (one: string, other: string): boolean => {
  const [first, second] = [one, other].map((path) => path.split('?')[0]!.split('/').slice(0, 3).join('/'));
  return first === second;
};

/** Opens a path in the same way as a click on a link, and waits until the previous screen is gone. */
async function follow(page: Page, path: string): Promise<void> {
  const isOpen = page.url().startsWith('http') && !isSameScreen(new URL(page.url()).pathname, path);
  if (!isOpen) {
    await page.goto(path);
    return;
  }
  const before = await page.getByRole('heading', { level: 1 }).first().elementHandle();
  await goToPath(page, path);
  await page.waitForFunction((element) => !element?.isConnected, before);
}

/** Navigates to a screen and waits for it. Returns its title. */
export async function walkTo(page: Page, path: string): Promise<string> {
  await follow(page, path);
  return waitUntilComplete(page);
}

/** Loads a path and waits for its screen. Returns its title. */
export async function openScreen(page: Page, path: string, language: Language = 'en'): Promise<string> {
  await page.goto(path);
  return waitUntilComplete(page, language);
}

/** Waits until a screen is complete: its title is shown and no placeholder is left. */
async function waitUntilComplete(page: Page, language: Language = 'en'): Promise<string> {
  // A book chapter has further titles below the first one.
  const title = page.getByRole('heading', { level: 1 }).first();
  await expect(title).toBeVisible();
  await expect(
    page.locator('[aria-busy="true"]').or(page.getByText(translationOf('Loading', language), { exact: true })),
  ).toHaveCount(0);
  // The reader of a downloaded book fills the screen, without a sync status.
  if (!page.url().endsWith('/read'))
    await expect(page.locator('a[href="/sync"]').getByRole('status')).toContainText(
      translationOf('Up to date, {time}', language),
    );
  // The greeting contains no name until the first rows have arrived, so wait until the title no longer changes.
  let last: string | null = null;
  const isUnchanged = async (): Promise<boolean> => {
    const before = last;
    last = await title.textContent();
    return last === before;
  };
  await expect.poll(isUnchanged, { intervals: [150] }).toBe(true);
  return last ?? '';
}

/** Waits until a theme change has been rendered, including transitions. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(fading.map(({ finished }) => finished));
  });
}
