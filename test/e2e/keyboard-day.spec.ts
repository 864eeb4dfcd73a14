import type { Locator, Page } from '@playwright/test';
import type { Interaction } from '../../contract/entities/interaction.ts';
import type { PersonEvent } from '../../contract/entities/person-event.ts';
import type { Task } from '../../contract/entities/task.ts';
import { DEMO_PASSWORD } from '../../server/demo/people.ts';
import { Client } from './helpers/client.ts';
import { expectFocus, expectFocusIn, openByShortcut, pressByKey, tabTo, typeInto } from './helpers/keyboard.ts';
import { addNextTask } from './helpers/next-task.ts';
import { pill, tableRows } from './helpers/phone.ts';
import { expect, test } from './helpers/test.ts';

// Runs a consultant's day without a mouse. After each action an element of the page must have the focus: otherwise the
// next Tab starts again at the top of the page, and a screen reader announces nothing.

const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
const callSheet = (page: Page): Locator => page.getByRole('dialog', { name: /^How did the call with .* go\?$/ });

/** Cancels the opening of the dialer, because the browser's prompt about it would receive all further keys. */
async function withoutDialer(page: Page): Promise<void> {
  await page.addInitScript(() =>
    navigation.addEventListener('navigate', (event) => {
      if (event.destination.url.startsWith('tel:')) event.preventDefault();
    }),
  );
}

async function logInByKey(page: Page): Promise<void> {
  await page.goto('/login');
  await typeInto(page, page.getByLabel('Email or phone'), 'consultant@example.org');
  await typeInto(page, page.getByLabel('Password', { exact: true }), DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await expectFocus(page, heading(page, 'Today'));
}

const taskOf = async (page: Page, id: string): Promise<Task | undefined> =>
  (await tableRows<Task>(page, 'tasks')).find((task) => task.id === id);

/** Answers the questions about a call, which appear when the user returns from the dialer. */
async function saveCall(page: Page): Promise<void> {
  const sheet = callSheet(page);
  await expectFocusIn(sheet);
  await pressByKey(page, sheet.getByRole('radio').first(), 'Space');
  await pressByKey(page, sheet.getByRole('button', { name: 'Save call' }));
  await expect(sheet).toHaveCount(0);
}

async function callNextPerson(page: Page, client: Client): Promise<void> {
  const id = await addNextTask(page, client, 'call', 'The first call of the day');
  await pressByKey(page, page.getByRole('link', { name: /^Call \+/ }));
  await saveCall(page);
  // The card of the next task, a visit, replaces the card of the call.
  await expectFocus(page, page.getByRole('main').getByRole('link', { name: 'Map' }).first());
  expect(await taskOf(page, id)).toMatchObject({ state: 'completed' });
}

async function finishTask(page: Page): Promise<void> {
  await pressByKey(page, page.getByRole('button', { name: 'Start', exact: true }).first());
  const finish = page.getByRole('button', { name: 'Finish' });
  await expectFocus(page, finish);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'How did it go?' });
  await expectFocusIn(sheet);
  await pressByKey(page, sheet.getByRole('radiogroup', { name: 'Result' }).getByRole('radio').first(), 'Space');
  await pressByKey(page, sheet.getByRole('button', { name: /^In a week/ }));
  await expect(sheet).toHaveCount(0);
  // The card of the next task is in the place of the card of the finished task. Its link appears when the number has
  // been read, which may be after the focus has moved to the button below it.
  const start = page.getByRole('main').getByRole('button', { name: 'Start', exact: true }).first();
  await expectFocus(page, page.getByRole('link', { name: /^Call \+/ }).first(), start);
  const followUp = (await tableRows<Task>(page, 'tasks')).find(({ follow_up_of }) => follow_up_of !== null);
  expect(await taskOf(page, followUp?.follow_up_of ?? '')).toMatchObject({ state: 'completed' });
}

/** Takes the first waiting lead with the button in its row, and calls it with the link that replaces the button. */
async function takeAndCallLead(page: Page): Promise<void> {
  const list = page.getByRole('list', { name: 'Waiting leads' });
  const take = list.getByRole('button', { name: /^Take / }).first();
  const name = (await take.getAttribute('aria-label'))!.replace('Take ', '');
  await pressByKey(page, take);
  const call = list.getByRole('link', { name: `Call ${name}` });
  await expectFocus(page, call);
  await page.keyboard.press('Enter');
  await saveCall(page);
  await expectFocus(page, call);
}

/** Takes a lead from the table with a sheet, and opens the person with the link that replaces the button. */
async function takeLeadFromTable(page: Page): Promise<void> {
  await openByShortcut(page, 'l', 'Leads');
  await pressByKey(page, page.getByRole('link', { name: /^Waiting/ }));
  const table = page.getByRole('grid', { name: 'Waiting leads' });
  await tabTo(page, table.locator('[data-row="0"] [data-column]').first());
  await page.keyboard.press('End');
  const take = table.getByRole('button', { name: /^Take / }).first();
  const name = (await take.getAttribute('aria-label'))!.replace('Take ', '');
  await expect(take).toBeFocused();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: `Take ${name}` });
  await expectFocusIn(sheet);
  await pressByKey(page, sheet.getByRole('button', { name: 'Take', exact: true }));
  await expect(sheet).toHaveCount(0);
  await expectFocus(page, table.getByRole('link', { name: `${name} is yours` }));
  await page.keyboard.press('Enter');
  await expectFocus(page, heading(page, name));
}

async function writeNote(page: Page): Promise<void> {
  await typeInto(page, page.getByRole('textbox', { name: 'Write a note' }), 'Prefers calls in the evening.');
  const save = page.getByRole('button', { name: 'Save note' });
  await pressByKey(page, save);
  await expect(page.getByRole('listitem').filter({ hasText: 'Prefers calls in the evening.' })).toBeVisible();
  await expectFocus(page, save);
  const notes = (await tableRows<PersonEvent>(page, 'person_events')).filter(({ kind }) => kind === 'note');
  expect(JSON.stringify(notes)).toContain('Prefers calls in the evening.');
}

async function answerTicket(page: Page, subject: string): Promise<void> {
  await openByShortcut(page, 'k', 'Tickets');
  await pressByKey(page, page.getByRole('link', { name: 'Unassigned' }));
  await expectFocus(page, page.getByRole('link', { name: 'Unassigned' }));
  await pressByKey(page, page.getByRole('link', { name: subject }));
  await expectFocus(page, heading(page, subject));
  await pressByKey(page, page.getByRole('button', { name: 'Take', exact: true }));
  const reply = page.getByRole('textbox', { name: 'Reply' });
  await expect(reply).toBeVisible();
  await expectFocus(page, heading(page, subject));
  await typeInto(page, reply, 'Third house on the left.');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await pressByKey(page, send);
  await expect(page.getByRole('listitem').filter({ hasText: 'Third house on the left.' })).toBeVisible();
  await expectFocus(page, send);
}

/** Logs a call offline, undoes it in the sync centre, and goes online again. */
async function undoInSyncCentre(page: Page): Promise<void> {
  await openByShortcut(page, 'd', 'Today');
  const before = await tableRows<Interaction>(page, 'interactions');
  await page.context().setOffline(true);
  await pressByKey(page, page.getByRole('link', { name: 'Log a call' }));
  const people = page.getByRole('dialog', { name: 'Log a call' });
  await expectFocusIn(people);
  await pressByKey(page, people.getByRole('list', { name: 'People' }).getByRole('button').first());
  await expectFocusIn(callSheet(page));
  await pressByKey(page, callSheet(page).getByRole('button', { name: 'Reached', exact: true }));
  await expect(callSheet(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Log a call' })).toBeFocused();
  await pressByKey(page, page.getByRole('link').filter({ hasText: /^Offline, \d to send/ }));
  await expect(heading(page, 'Sync centre')).toBeFocused();
  const undo = page.getByRole('main').getByRole('button', { name: 'Undo' });
  while ((await undo.count()) > 0) {
    const count = await undo.count();
    await pressByKey(page, undo.first());
    await expect.poll(() => undo.count()).toBeLessThan(count);
  }
  await expect(heading(page, 'Sync centre')).toBeFocused();
  await page.context().setOffline(false);
  await expectFocus(page, heading(page, 'Sync centre'));
  expect(await tableRows<Interaction>(page, 'interactions')).toHaveLength(before.length);
}

async function logOutByKey(page: Page): Promise<void> {
  await openByShortcut(page, 'o', 'Settings');
  await pressByKey(page, page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }));
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

// The day depends on the tasks of the consultant, so other tests must not share the server.
test('a consultant works a whole day with the keyboard alone, and the focus is never lost', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await withoutDialer(page);
  const learner = await Client.logIn(server.url, 'learner');
  const subject = 'Which house is it?';
  await learner.call('tickets.create', { body: { type: 'problem', subject, body: 'I cannot find the group.' } });
  const client = await Client.logIn(server.url, 'consultant');
  await test.step('logs in', () => logInByKey(page));
  await test.step('calls the next person', () => callNextPerson(page, client));
  await test.step('starts a task, and finishes it with a follow-up', () => finishTask(page));
  await test.step('takes a lead and calls it', () => takeAndCallLead(page));
  await test.step('takes a lead from the table', () => takeLeadFromTable(page));
  await test.step('writes a note on the person', () => writeNote(page));
  await test.step('takes and answers a ticket', () => answerTicket(page, subject));
  await test.step('undoes an unsent change in the sync centre', () => undoInSyncCentre(page));
  await expect(pill(page)).toContainText('Up to date');
  await test.step('logs out', () => logOutByKey(page));
});
