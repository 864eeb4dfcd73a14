import { hasRoomForFile, partnerOf } from '../../contract/entities/partner.ts';
import type { Person } from '../../contract/entities/person.ts';
import { leadMachine } from '../../contract/states/lead.ts';
import { closeReasons, leadRejectReasons, startMinutes } from '../../contract/values.ts';
import type { Args } from '../../contract/writes/index.ts';
import { depsOfPartner, depsOfPerson } from '../../src/db/outbox/person-deps.ts';
import { makePhoto } from './contact-steps.ts';
import type { Chance } from './rng.ts';
import { deviceTime, type SimTab } from './sim-tab.ts';
import type { PersonName, World } from './world.ts';
import type { SaveWrite } from './write-steps.ts';

const blankLead = {
  last_name: 'Berg',
  middle_name: '',
  email: null,
  telegram: null,
  city: '',
  country: null,
  address: '',
  language: 'en' as const,
  date_birth: null,
  notes: '',
  tags: [],
  groups: [],
};

const randomPhoneNumber = (chance: Chance): string => `+4915${100_000_000 + chance.below(899_999_999)}`;

async function requestLead(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { store, db } = tab.phone;
  const pool = await db.waiting_leads.orderBy('id').toArray();
  if (pool.length === 0) return;
  const start_in = world.chance.pick(startMinutes);
  await write('lead.take', world.chance.pick(pool).id, {
    task_id: store.newId(),
    start_in,
    type: 'call',
    at: deviceTime(tab),
  });
}

async function createLeadStep({ chance }: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const args = {
    ...blankLead,
    first_name: `Nina ${chance.below(1000)}`,
    phone: randomPhoneNumber(chance),
    at: deviceTime(tab),
  };
  await write('lead.create', tab.phone.store.newId(), args);
}

function change(chance: Chance, { has_login }: Person): Args<'person.edit'> {
  const number = chance.below(1000);
  const all: Args<'person.edit'>[] = [
    { notes: `note ${number}` },
    { address: `Street ${number}` },
    { city: `City ${number}` },
    { last_name: `Petrov ${number}` },
    { telegram: `petrov_${10_000 + number}` },
    ...(has_login ? [] : [{ phone: randomPhoneNumber(chance) }]),
  ];
  return chance.happens(0.3) ? { ...chance.pick(all), ...chance.pick(all) } : chance.pick(all);
}

/**
 * Adds a note, message or call. Each of these is a separate record whose write depends on the write that created the
 * person.
 */
async function messageStep(world: World, tab: SimTab, write: SaveWrite, { id: person_id }: Person): Promise<void> {
  const { chance } = world;
  const { store, db } = tab.phone;
  const deps = await depsOfPerson(db, person_id);
  const what = chance.pickWeighted({ note: 3, message: 1, call: 2 });
  const text = `words ${chance.below(1e6)}`;
  if (what === 'note') await write('person.note', store.newId(), { person_id, text, at: deviceTime(tab) }, { deps });
  if (what === 'message')
    await write('person.message', store.newId(), { person_id, text, at: deviceTime(tab) }, { deps });
  if (what !== 'call') return;
  const call = { kind: 'call', direction: 'out', duration_s: chance.below(600), result: 'reached' } as const;
  const about = { contact_id: null, user_id: person_id, phone_raw: null, task_id: null, follow_up_at: null };
  await write('interaction.log', store.newId(), { ...about, ...call, note: text, at: deviceTime(tab) }, { deps });
}

async function transferStep(world: World, tab: SimTab, write: SaveWrite, { id }: Person): Promise<void> {
  const names: PersonName[] = ['anna', 'boris', 'olga'];
  const others = names.map((name) => world.server.people[name].me).filter((me) => me.id !== tab.phone.actor.user_id);
  const { id: to_id, first_name } = world.chance.pick(others);
  await write('lead.give', id, { to_id, to_name: first_name, note: '', at: deviceTime(tab) });
}

async function statusStep(world: World, tab: SimTab, write: SaveWrite, person: Person): Promise<void> {
  const { chance } = world;
  const { id, first_name, last_name, status } = person;
  const at = deviceTime(tab);
  const weights = { activate: 2, close: 2, reopen: 2, give: 1, reject: 1, remove: 0.5 };
  const isOffered = (name: keyof typeof weights) =>
    name === 'remove' ? tab.phone.actor.is_manager : leadMachine.commands[name].from.includes(status);
  const what = chance.pickAllowed(weights, isOffered);
  if (what === 'activate') await write('lead.activate', id, { at });
  if (what === 'reopen') await write('lead.reopen', id, { at });
  if (what === 'give') await transferStep(world, tab, write, person);
  if (what === 'remove') await write('lead.remove', id, { typed_name: `${first_name} ${last_name}`, at });
  if (what === 'reject')
    await write('lead.reject', id, { reason: chance.pick(leadRejectReasons), text: 'said so', at });
  const reason = chance.pick(closeReasons.filter((closeReason) => closeReason !== 'duplicate'));
  if (what === 'close') await write('lead.close', id, { reason, text: 'said so', duplicate_of: null, at });
}

/**
 * Makes a person a partner, adds or removes a file of a partner, or tries to set a commission, which only admins may
 * set.
 */
async function partnerStep({ chance }: World, tab: SimTab, write: SaveWrite, person: Person): Promise<void> {
  const { id } = person;
  const { db } = tab.phone;
  if (!partnerOf(person)) {
    if (person.status === 'not_active') return;
    await write('partner.make', id, { company: `Shop ${chance.below(3)}`, partner_note: '', at: deviceTime(tab) });
  }
  const row = await db.people.get(id);
  const partner = row && partnerOf(row);
  if (!partner) return;
  const what = chance.pickWeighted({ attach: 5, detach: 2, commission: 1 });
  const known = partner.files[0];
  if (what === 'attach' && hasRoomForFile(partner)) {
    const file = makePhoto(chance);
    const { sha256, data } = file;
    const sent = { sha256, mime: 'image/png' as const, name: 'shop.png', bytes: data.byteLength };
    const deps = await depsOfPartner(db, id);
    await write('partner.attach', id, { file: sent, at: deviceTime(tab) }, { files: [file], deps });
  }
  if (what === 'detach' && known) await write('partner.detach', id, { sha256: known.sha256, at: deviceTime(tab) });
  if (what === 'commission') await write('partner.commission', id, { percent: chance.below(51), at: deviceTime(tab) });
}

/** Runs a random step of an employee on assigned people and waiting leads. */
export async function peopleStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const people = await tab.phone.db.people.orderBy('id').toArray();
  const what = chance.pickWeighted({ edit: 5, say: 4, status: 4, take: 2, create: 1, partner: 2 });
  if (what === 'take') return requestLead(world, tab, write);
  if (what === 'create' || people.length === 0) return createLeadStep(world, tab, write);
  // Pick from the same few people each time, so that employees and the person edit the same records.
  const person = chance.pick(people.slice(0, 3));
  if (what === 'say') return messageStep(world, tab, write, person);
  if (what === 'status') return statusStep(world, tab, write, person);
  if (what === 'partner') return partnerStep(world, tab, write, person);
  await write('person.edit', person.id, change(chance, person));
  return undefined;
}
