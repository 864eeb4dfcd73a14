import { accessTime, isEntitledOffline, GRACE_MS } from '../../contract/entitlement.ts';
import type { Me } from '../../contract/entities/me.ts';
import { checkReply } from './checks.ts';
import type { Member } from './members.ts';
import { DAY } from './provider-faults.ts';
import type { YearWorld } from './world.ts';

/** Syncs a phone: it receives its account and the server's time. Its own clock has no effect on this. */
export async function syncPhone(world: YearWorld, member: Member): Promise<void> {
  const { phone } = member;
  phone.skew = world.chance.pick([0, 0, -2, -40, 40, 200]) * DAY;
  world.plants.onRequest?.(phone.skew);
  const headers = { authorization: `Bearer ${member.token}` };
  const reply = await world.server.app.inject({ url: '/api/accounts/me/', headers });
  world.plants.onRequest?.(0);
  world.note(`syncs, clock off by ${phone.skew / DAY} days`, member.id);
  if (reply.statusCode !== 200) return world.report('server', `me was answered with ${reply.statusCode}`, member.id);
  const { is_subscribed, subscribed_until } = reply.json<Me>();
  phone.me = { is_subscribed, subscribed_until };
  phone.server_time = world.agenda.iso;
  await checkReply(world, member, is_subscribed);
}

/** Interrupts a sync after the phone has received the server's time and before it receives the changed account. */
function interruptSync(world: YearWorld, { phone }: Member): void {
  if (phone.me) phone.server_time = world.agenda.iso;
  phone.skew = world.chance.pick([0, 2, -40, -200]) * DAY;
}

/**
 * Makes the member open a paid lesson without a network. The phone must not show the lesson if the last time that it
 * received from the server was after the grace period, no matter what its own clock shows. It must show the lesson if
 * both times are within the paid time.
 */
function lookAtLessons(world: YearWorld, member: Member): void {
  const { me, server_time, skew } = member.phone;
  if (!me?.is_subscribed || me.subscribed_until === null || server_time === null) return;
  const device_ms = world.now + skew;
  const guarded = world.plants.phoneClock?.(device_ms) ?? accessTime(device_ms, server_time);
  const account = { ...me, is_staff: false, is_manager: false, is_superuser: false, is_active: true };
  const isOpen = isEntitledOffline(account, guarded);
  world.note(`${member.name} opens a paid lesson offline: ${isOpen ? 'shown' : 'locked'}`);
  const until = Date.parse(me.subscribed_until);
  if (isOpen && Date.parse(server_time) > until + GRACE_MS)
    world.report('phone', `shows paid lessons although the grace was over at ${server_time}`, member.id);
  if (!isOpen && Math.max(device_ms, Date.parse(server_time)) <= until)
    world.report('phone', `locks lessons that are paid until ${me.subscribed_until}`, member.id);
}

/** Number of times in a year that a member opens a lesson after the phone has lost its connection. */
const OFFLINE_VISITS = 6;

/** Plans the actions of a member's phone, starting `first` ms from now. */
export function planPhone(world: YearWorld, member: Member, first: number): void {
  const { chance, agenda } = world;
  const left = world.end - world.now - first;
  if (chance.happens(0.6)) world.schedule(first + chance.next() * left, () => syncPhone(world, member));
  for (let index = 0; index < OFFLINE_VISITS; index += 1) {
    agenda.after(first + chance.next() * left, () => interruptSync(world, member));
    agenda.after(first + chance.next() * left, () => lookAtLessons(world, member));
  }
}
