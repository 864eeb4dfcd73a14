import { eventAnswerValues } from '../../contract/values.ts';
import { makePhoto } from './contact-steps.ts';
import { deviceTime, type SimTab } from './sim-tab.ts';
import type { World } from './world.ts';
import type { SaveWrite } from './write-steps.ts';

async function bookStep({ chance }: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { store, db } = tab.phone;
  const [book] = await db.books.toArray();
  if (!book) return;
  const marks = (await db.book_shelf.get(book.id))?.marks ?? [];
  const place = `${chance.below(9)}/${chance.below(900)}`;
  const what = chance.pickWeighted({ place: 3, mark: 2, unmark: marks.length > 0 ? 1 : 0 });
  if (what === 'place') await write('book.place', book.id, { place, percent: chance.below(101) });
  if (what === 'mark') await write('book.mark', book.id, { mark_id: store.newId(), place, text: `here ${place}` });
  if (what === 'unmark') await write('book.unmark', book.id, { mark_id: chance.pick(marks).id });
}

/** Runs a random step in which the person reads a book, a piece of news or a notification, or replies to an event. */
export async function readStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const { db } = tab.phone;
  const [unread] = await db.notifications.filter(({ read_at }) => read_at === null).toArray();
  if (unread && chance.happens(0.5)) return void (await write('notification.read', unread.id, { at: deviceTime(tab) }));
  const what = chance.pickWeighted({ book: 3, event: 2, news: 1 });
  if (what === 'book') return bookStep(world, tab, write);
  const [row] = await (what === 'event' ? db.events : db.news).toArray();
  if (!row) return undefined;
  if (what === 'news') await write('news.read', row.id, { at: deviceTime(tab) });
  else await write('event.answer', row.id, { answer: chance.pick(eventAnswerValues), at: deviceTime(tab) });
  return undefined;
}

/** Pauses, resumes or ends a recurring donation. */
async function recurringStep({ chance }: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const [row] = await tab.phone.db.recurring_donations.toArray();
  if (!row || row.state === 'ended') return;
  const what = chance.pickWeighted({ pause: 5, resume: 5, end: 1 });
  if (what === 'pause') await write('recurring_donation.pause', row.id, { at: deviceTime(tab) });
  if (what === 'resume') await write('recurring_donation.resume', row.id, { at: deviceTime(tab) });
  if (what === 'end') await write('recurring_donation.end', row.id, { at: deviceTime(tab) });
}

/** Saves, changes or deletes a view of a table. */
async function viewStep({ chance }: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { store, db } = tab.phone;
  const own = await db.saved_views.toArray();
  const params = chance.pick([{ status: 'active' }, { q: `City ${chance.below(99)}`, order: '-created_at' }]);
  const name = `View ${chance.below(1e6)}`;
  const what = own.length === 0 ? 'create' : chance.pickWeighted({ create: 2, edit: 4, remove: 1 });
  if (what === 'create')
    await write('saved_view.create', store.newId(), {
      table: 'people',
      name,
      params,
      position: 0,
      at: deviceTime(tab),
    });
  if (what === 'edit') await write('saved_view.edit', chance.pick(own).id, chance.happens(0.5) ? { name } : { params });
  if (what === 'remove') await write('saved_view.delete', chance.pick(own).id, { at: deviceTime(tab) });
}

const hours = (from: string) => [{ from, to: '18:00' }];

/** Edits the person's own profile, whose row an employee's device may also mirror. */
export async function profileStep(world: World, tab: SimTab, write: SaveWrite): Promise<void> {
  const { chance } = world;
  const { user_id } = tab.phone.actor;
  const number = chance.below(1000);
  const subscription = await tab.phone.db.subscriptions.get(user_id);
  const what = chance.pickWeighted({
    update: 4,
    avatar: 1,
    work_times: world.isEmployee(tab) ? 1 : 0,
    auto_pay: subscription ? 1 : 0,
    recurring: 1,
    view: world.isEmployee(tab) ? 2 : 0,
  });
  if (what === 'view') return viewStep(world, tab, write);
  if (what === 'recurring') return recurringStep(world, tab, write);
  if (what === 'auto_pay') await write('subscription.auto_pay', user_id, { auto_pay: chance.happens(0.5) });
  if (what === 'update') {
    const all = [
      { city: `City ${number}` },
      { last_name: `Tester ${number}` },
      { telegram: `tester_${10_000 + number}` },
    ];
    await write('me.update', user_id, chance.pick(all));
  }
  if (what === 'avatar') {
    const file = makePhoto(chance);
    const sent = { sha256: file.sha256, mime: 'image/png' as const, bytes: file.data.byteLength };
    await write('me.avatar', user_id, { photo: sent, at: deviceTime(tab) }, { files: [file] });
  }
  if (what !== 'work_times') return;
  const from = chance.pick(['08:00', '09:00', '10:30']);
  const days = { MON: hours(from), TUE: hours(from), WED: [], THU: hours(from), FRI: [], SAT: [], SUN: [] };
  await write('me.work_times', user_id, { work_times: { zone: 'UTC', days, exceptions: [] }, at: deviceTime(tab) });
}
