import { equal } from 'node:assert/strict';
import type { Contact } from '../../../contract/entities/contact.ts';
import { Client } from '../../e2e/helpers/client.ts';
import type { Who } from '../../e2e/helpers/phone.ts';
import { sendAll } from '../arrivals.ts';
import { waitForRow, waitUntilSent } from '../device-data.ts';
import {
  button,
  choice,
  click,
  containing,
  type DrivenPage,
  field,
  fill,
  showsText,
  waitUntil,
} from '../driven-page.ts';
import { goTo, logIn, pillShows, saveContact, waitForOfflineCopy } from '../steps.ts';
import type { World } from '../world.ts';

const FIRST_VALUE = 'Prefers to be called.';
const SECOND_VALUE = 'Prefers to be written to.';

/** Returns the condition that the contact's row has the chosen value. */
const hasSecondValue = (id: string): string => `row.id === '${id}' && row.notes === '${SECOND_VALUE}'`;

async function openDevice(world: World, who: Who, id: string): Promise<DrivenPage> {
  const page = await world.openDevice();
  await page.goto(`${world.url}/contacts`);
  await logIn(page, who);
  await waitForOfflineCopy(page);
  await waitForRow(page, 'the contact', 'contacts', `row.id === '${id}'`);
  return page;
}

async function editNotes(page: DrivenPage, url: string, id: string, notes: string): Promise<void> {
  await goTo(page, `${url}/contacts/${id}/edit`);
  await fill(page, field('Notes'), notes);
  await saveContact(page);
  await waitUntil(page, 'the unsent edit in the pill', pillShows('1 to send'));
}

/** Opens the conflict in the sync centre and chooses the person's own value. */
async function chooseOwnValue(page: DrivenPage): Promise<void> {
  await waitUntil(page, 'the conflict in the pill', pillShows('1 needs you'));
  await click(page, button('Choose'));
  await waitUntil(page, 'who changed the contact', showsText('changed this contact'));
  for (const value of [FIRST_VALUE, SECOND_VALUE]) await waitUntil(page, value, choice(containing(value)));
  await click(page, choice(containing(SECOND_VALUE)));
  await click(page, button('Save'));
  await waitUntilSent(page);
  await waitUntil(page, 'the end of the sync', pillShows('Up to date'));
}

/**
 * Two people edit the same field of a contact on two devices while the server is stopped. The person whose device sends
 * second sees both values and chooses one. The chosen value arrives at the server and on the other device.
 */
export async function conflictJourney(world: World): Promise<string> {
  const { server, url } = world;
  const body = { first_name: 'Jonas', last_name: 'Weber', notes: 'Met at the open evening.' };
  const { id } = await (await Client.logIn(server.url, 'consultant')).call('contacts.add', { body });
  const first = await openDevice(world, 'consultant', id);
  const second = await openDevice(world, 'manager', id);
  await server.kill();
  await editNotes(first, url, id, FIRST_VALUE);
  await editNotes(second, url, id, SECOND_VALUE);
  // The second person closes the app, so that the first edit is sent first.
  await second.goto('about:blank');
  const arrived = await sendAll(first, world, 'consultant');
  equal(arrived.rows<Contact>('contacts', (row) => row.id === id)[0]?.notes, FIRST_VALUE, 'the first edit');
  await second.goto(`${url}/sync`);
  await chooseOwnValue(second);
  await waitForRow(first, 'the chosen value on the other device', 'contacts', hasSecondValue(id));
  await waitForRow(second, 'the chosen value', 'contacts', hasSecondValue(id));
  const client = await Client.logIn(server.url, 'consultant');
  const found = await client.call('contacts.list', { query: { page_size: '100' } });
  const results = Array.isArray(found) ? found : found.results;
  equal(results.find((contact) => contact.id === id)?.notes, SECOND_VALUE, 'the chosen value at the server');
  return `${first.name}; both values shown, the chosen one arrived`;
}
