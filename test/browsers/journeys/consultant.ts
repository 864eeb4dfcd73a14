import { equal } from 'node:assert/strict';
import type { Contact } from '../../../contract/entities/contact.ts';
import type { Interaction } from '../../../contract/entities/interaction.ts';
import type { PersonEvent } from '../../../contract/entities/person-event.ts';
import type { Person } from '../../../contract/entities/person.ts';
import type { Task } from '../../../contract/entities/task.ts';
import type { Entry } from '../../../src/db/outbox/entry.ts';
import { Client } from '../../e2e/helpers/client.ts';
import { type ArrivedRows, sendAll, readUnsentWrites } from '../arrivals.ts';
import { rowsOf, waitForRow } from '../device-data.ts';
import { button, buttonInRow, choice, click, type DrivenPage, field, fill, isGone, waitUntil } from '../driven-page.ts';
import { goTo, logIn, pillShows, showScreen, waitForOfflineCopy } from '../steps.ts';
import type { World } from '../world.ts';

const TASK = 'Visit of the afternoon';
const CONTACT = 'Rosalind';
const RESULT_NOTE = 'They will join the course.';
const CALL_NOTE = 'Rang for a minute.';
const PERSON_NOTE = 'Prefers to be called in the evening.';

async function prepareRecords(client: Client): Promise<{ task_id: string; contact_id: string }> {
  const start_at = new Date().toISOString();
  const task = await client.call('tasks.create', { body: { type: 'meet', title: TASK, start_at } });
  const contact = await client.call('contacts.add', { body: { first_name: CONTACT, notes: '' } });
  return { task_id: task.id, contact_id: contact.id };
}

/** Starts a task in the list of tasks, which must be open, and finishes it on the screen of the task. */
async function startAndFinishTask(page: DrivenPage, id: string): Promise<void> {
  await click(page, buttonInRow(TASK, 'Start'));
  await waitForRow(page, 'the started task', 'tasks', `row.id === '${id}' && row.state === 'in_progress'`);
  await showScreen(page, `/tasks/${id}`);
  await click(page, button('Finish'));
  await click(page, choice('Took place'));
  await fill(page, field(/^Note/), RESULT_NOTE);
  await click(page, button('Save result'));
  await waitForRow(page, 'the finished task', 'tasks', `row.id === '${id}' && row.state === 'completed'`);
}

async function logCall(page: DrivenPage, contact_id: string): Promise<void> {
  await showScreen(page, `/calls/new?contact=${contact_id}`);
  await fill(page, field(/^Note/), CALL_NOTE);
  await click(page, button('No answer'));
  await waitForRow(page, 'the call', 'interactions', `row.note === '${CALL_NOTE}'`);
  // After the save, the form opens another screen. Wait for it; otherwise it would replace the screen that is opened next.
  await waitUntil(page, 'the screen after the call', `location.pathname !== '/calls/new'`);
}

async function writeNote(page: DrivenPage, person_id: string): Promise<void> {
  await showScreen(page, `/user/view-details/${person_id}`);
  await fill(page, field('Write a note'), PERSON_NOTE);
  await click(page, button('Save note'));
  await waitForRow(page, 'the note', 'person_events', `row.detail.text === '${PERSON_NOTE}'`);
}

async function requestLead(page: DrivenPage): Promise<void> {
  await showScreen(page, '/leads?tab=waiting');
  await click(page, button(/^(Take|Request) ./));
  await click(page, button(/^(Take|Request)$/));
  await waitForRow(page, 'the request', 'outbox', `row.kind === 'lead.take'`);
  await waitUntil(page, 'the closed sheet', isGone(button(/^(Take|Request)$/)));
}

/** Returns the ids of the requested lead and of its first task. */
function readLeadRequest(unsent: readonly Entry[]): { id: string; task_id: string } {
  const request = unsent.find(({ kind }) => kind === 'lead.take');
  if (!request) throw new Error('the request is not in the outbox');
  return { id: request.entity_id, task_id: (request.args as { task_id: string }).task_id };
}

function checkArrivedRows(arrived: ArrivedRows, lead: { id: string; task_id: string }): void {
  const tasks = arrived.rows<Task>('tasks', ({ title }) => title === TASK);
  equal(tasks.length, 1, 'the task');
  equal(tasks[0]?.state, 'completed', 'the task is finished');
  equal(tasks[0]?.result, 'held', 'the result of the task');
  const calls = arrived.rows<Interaction>('interactions', ({ note }) => note === CALL_NOTE);
  equal(calls.length, 1, 'the call');
  equal(
    arrived.rows<PersonEvent>('person_events', ({ detail }) => detail['text'] === PERSON_NOTE).length,
    1,
    'the note',
  );
  equal(arrived.rows<Person>('people', ({ id }) => id === lead.id)[0]?.status, 'processing', 'the lead');
  const leadTasks = arrived.rows<Task>('tasks', ({ linked_user_id }) => linked_user_id === lead.id);
  equal(leadTasks.map(({ id }) => id).join(), lead.task_id, 'the first task of the lead');
}

/**
 * A consultant starts and finishes a task, logs a call, writes a note and requests a lead while the server is down. The
 * app is reopened before the server is up again. Each write arrives once.
 */
export async function consultantJourney(world: World): Promise<string> {
  const { server, url } = world;
  const { task_id, contact_id } = await prepareRecords(await Client.logIn(server.url, 'consultant'));
  const page = await world.openDevice();
  await page.goto(`${url}/tasks`);
  await logIn(page, 'consultant');
  await waitForOfflineCopy(page);
  await waitForRow(page, 'the contact', 'contacts', `row.id === '${contact_id}'`);
  const person = (await rowsOf<Person>(page, 'people')).find(({ status }) => status === 'processing');
  if (!person) throw new Error('no lead in processing is assigned to the consultant');
  await server.kill();
  await goTo(page, `${url}/tasks`);
  await startAndFinishTask(page, task_id);
  await logCall(page, contact_id);
  await writeNote(page, person.id);
  await requestLead(page);
  await goTo(page, `${url}/sync`);
  await waitUntil(page, 'the unsent writes in the pill', pillShows('to send'));
  const unsent = await readUnsentWrites(page);
  const lead = readLeadRequest(unsent);
  const arrived = await sendAll(page, world, 'consultant');
  const contacts = arrived.rows<Contact>('contacts', ({ first_name }) => first_name === CONTACT);
  equal(contacts.length, 1, 'the contact of the call');
  checkArrivedRows(arrived, lead);
  return `${page.name}; ${unsent.length} writes arrived once: ${unsent.map(({ kind }) => kind).join(', ')}`;
}
