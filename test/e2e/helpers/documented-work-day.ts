import type { BrowserContext, Page } from '@playwright/test';
import type { Person } from '../../../contract/entities/person.ts';
import type { StaffTicket } from '../../../contract/entities/staff-ticket.ts';
import type { Task } from '../../../contract/entities/task.ts';
import type { WaitingLead } from '../../../contract/entities/waiting-lead.ts';
import {
  expectRows,
  heading,
  openApp,
  reopenOffline,
  sendAll,
  type Credentials,
  type OpenDevice,
} from './documented-days.ts';
import { expect } from './home.ts';
import { pill, tableRows } from './phone.ts';

/** The records on which the employee works. */
interface Work {
  lead: WaitingLead;
  freeTicket: StaffTicket;
  ownTicket: StaffTicket;
  person: Person;
}

const finishedStates: readonly string[] = ['resolved', 'closed', 'rejected', 'cancelled'];

async function chooseWork(page: Page): Promise<Work> {
  const tickets = await tableRows<StaffTicket>(page, 'staff_tickets');
  const leads = await tableRows<WaitingLead>(page, 'waiting_leads');
  const people = await tableRows<Person>(page, 'people');
  return {
    lead: leads.toSorted((a, b) => a.waiting_since.localeCompare(b.waiting_since))[0]!,
    freeTicket: tickets.find(({ access, state }) => access === 'free' && state === 'new')!,
    ownTicket: tickets.find(({ access, state }) => access === 'own' && !finishedStates.includes(state))!,
    person: people.find(({ status }) => status === 'processing')!,
  };
}

async function startTask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Pause' }).first()).toBeVisible();
}

async function requestLead(page: Page, { lead }: Work): Promise<void> {
  await page.goto('/leads?tab=waiting');
  await page
    .getByRole('button', { name: `Request ${lead.first_name}` })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Request', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function addLead(page: Page): Promise<void> {
  await page.goto('/leads/new');
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('Lind');
  await page.getByLabel('Phone', { exact: true }).fill('+49 1520 8888881');
  await page.getByRole('button', { name: 'Add lead' }).click();
  await expect(heading(page, 'Nora Lind')).toBeVisible();
}

/** Activates a lead. */
async function activatePerson(page: Page, { person }: Work): Promise<void> {
  await page.goto(`/user/view-details/${person.id}`);
  await page.getByRole('button', { name: 'Mark active' }).click();
  await expect(page.getByRole('button', { name: 'Mark active' })).toHaveCount(0);
}

async function answerTickets(page: Page, { freeTicket, ownTicket }: Work): Promise<void> {
  await page.goto('/tickets?list=free');
  await page.getByRole('button', { name: `Take ticket “${freeTicket.subject}”` }).click();
  const row = page.getByRole('listitem').filter({ hasText: freeTicket.subject });
  await expect(row.getByText('Requested')).toBeVisible();
  await page.goto(`/user/new-request/${ownTicket.id}`);
  await page.getByRole('textbox', { name: 'Reply' }).fill('Open the settings.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Open the settings.' })).toBeVisible();
}

/** Checks that a second device of the employee shows exactly once what the first device has sent. */
async function checkOtherDevice(context: BrowserContext, credentials: Credentials, work: Work): Promise<void> {
  const page = await context.newPage();
  await openApp(page, '/tasks', credentials);
  const tasks = await tableRows<Task>(page, 'tasks');
  expect(tasks.filter(({ state }) => state === 'in_progress')).toHaveLength(1);
  const people = await tableRows<Person>(page, 'people');
  expect(people.filter(({ first_name, last_name }) => `${first_name} ${last_name}` === 'Nora Lind')).toHaveLength(1);
  expect(people.find(({ id }) => id === work.person.id)).toMatchObject({ status: 'active' });
  const leads = await tableRows<WaitingLead>(page, 'waiting_leads');
  expect(leads.some(({ id }) => id === work.lead.id)).toBe(false);
  await page.goto(`/user/view-details/${work.lead.id}`);
  await expect(heading(page)).toContainText(work.lead.first_name);
  const tickets = await tableRows<StaffTicket>(page, 'staff_tickets');
  expect(tickets.find(({ id }) => id === work.freeTicket.id)).toMatchObject({ access: 'own' });
  await page.goto(`/user/new-request/${work.ownTicket.id}`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Open the settings.' })).toHaveCount(1);
}

/**
 * An employee logs in. Offline, the employee starts a task, requests a lead, adds a second lead, activates a third, takes
 * one ticket and answers another. Then the device goes online again.
 */
export async function consultantDay(openDevice: OpenDevice, credentials: Credentials): Promise<void> {
  const page = await (await openDevice()).newPage();
  await openApp(page, '/people', credentials);
  await expectRows(page, ['tasks', 'staff_tickets', 'waiting_leads', 'people']);
  const work = await chooseWork(page);
  await expect(page.getByText(`${work.person.first_name} ${work.person.last_name}`).first()).toBeVisible();
  const offline = await reopenOffline(page, '/tasks');
  await startTask(offline);
  await requestLead(offline, work);
  await addLead(offline);
  await activatePerson(offline, work);
  await answerTickets(offline, work);
  await expect(pill(offline)).toContainText('Offline, 6 to send');
  await sendAll(offline);
  await checkOtherDevice(await openDevice(), credentials, work);
}
