import '../../src/db/outbox/known-writes.ts';
import { callIn, type Call } from '../../contract/calls/define.ts';
import { profileCalls } from '../../contract/calls/profile.ts';
import { registrationCalls } from '../../contract/calls/registration.ts';
import { turnCalls } from '../../contract/calls/sync.ts';
import type { AccountVerb, AccountVerbs } from '../../src/bridge/account-api.ts';
import type { StaffVerbs } from '../../src/bridge/staff-api.ts';
import type { Done, Failure } from '../../src/bridge/sync-api.ts';
import { openDeviceDb, type DeviceDb } from '../../src/db/schema/db.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { rebuild, takeServerRow } from '../../src/db/outbox/view.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { doneOf, enter, login, read } from './account.ts';
import { send, type Answer } from './http.ts';
import type { Phone } from './sync-client.ts';
import { request, type Session } from './session.ts';

const calls = { ...registrationCalls, ...profileCalls };
/** These come along with their callers: the worker's first code knows nothing of them. */
const callOf = (name: keyof typeof calls): Call => callIn(calls, name);

const PLACE_TIMEOUT_MS = 3_000;
const DONE: Done = { ok: true };
const NO_ANSWER: Failure = { ok: false, why: 'no_answer' };

/** A registration of this address may have come off: its answer was lost on the way. */
let unsure: string | null = null;

/** Links that were spent here. What came after may break off on a bad network, and then goes on from where it was. */
const spent = new Map<string, { answer: Answer; isPasswordSet: boolean }>();

type Anonymous =
  | 'register'
  | 'registrationPlace'
  | 'telegramPlace'
  | 'enterByToken'
  | 'recover'
  | 'checkLink'
  | 'resetPassword'
  | 'enterByLink';

function anonymousVerbs(ports: Ports, device: DeviceDb): Pick<AccountVerbs, Anonymous> {
  return {
    register: async (body) => {
      const ask = (device_id: string) => send(ports, callOf('accounts.register'), { body, device_id });
      const result = await enter(ports, device, null, ask);
      const isTaken = !result.ok && result.why === 'refused' && result.code === 'email_taken';
      // Our own of a moment ago: then the password fits.
      if (isTaken && unsure === body.email) {
        const own = await login(ports, device, { username: body.email, password: body.password, language: null });
        return own.ok ? own : result;
      }
      unsure = !result.ok && result.why === 'no_answer' ? body.email : null;
      return result;
    },
    registrationPlace: async () => {
      const name = 'accounts.admin_reg_link';
      const found = read(await send(ports, callOf(name), { timeout_ms: PLACE_TIMEOUT_MS }), calls[name].reply);
      return found.ok ? { ok: true, link: found.body.link } : found;
    },
    telegramPlace: async () => {
      const answer = await send(ports, 'configs.all', { timeout_ms: PLACE_TIMEOUT_MS });
      const found = read(answer, turnCalls['configs.all'].reply);
      return found.ok ? { ok: true, link: found.body.telegram_bot } : found;
    },
    enterByToken: (token) =>
      enter(ports, device, null, (device_id) =>
        send(ports, callOf('accounts.bot_login'), { body: { token }, device_id }),
      ),
    recover: async (email) => doneOf(await send(ports, callOf('accounts.recover'), { body: { email } })),
    checkLink: async (kind, token) => {
      const name = 'own.check_link';
      const found = read(await send(ports, callOf(name), { body: { kind, token } }), calls[name].reply);
      return found.ok ? { ok: true, left_s: found.body.left_s } : found;
    },
    resetPassword: async (token, password) =>
      doneOf(await send(ports, callOf('accounts.reset_password'), { body: { token, password } })),
    enterByLink: (token, password) =>
      enter(ports, device, null, (device_id) => spendLink(ports, token, password, device_id)),
  };
}

/** The reply that holds the access token: of the link, or of the password that was set by it. */
async function spendLink(ports: Ports, token: string, password: string | null, device_id: string): Promise<Answer> {
  const before = spent.get(token);
  const answer = before?.answer ?? (await send(ports, callOf('accounts.spend_link'), { body: { token }, device_id }));
  if (answer.kind !== 'reply') return answer;
  if (!before) spent.set(token, { answer, isPasswordSet: false });
  if (password === null || before?.isPasswordSet) return answer;
  const set = await send(ports, callOf('accounts.set_credentials'), { body: { token, password }, device_id });
  if (set.kind === 'reply') spent.set(token, { answer: set, isPasswordSet: true });
  return set;
}

type Own = Exclude<AccountVerb, Anonymous | keyof StaffVerbs>;

function ownVerbs(session: Session, { actor, loop }: Phone): Pick<AccountVerbs, Own> {
  const ask = (name: keyof typeof calls, body?: Record<string, unknown>) =>
    request(session, callOf(name), body && { body });
  /** The profile says so too; it comes with the next pull. */
  const thenPull = (answer: Answer): Done => {
    if (answer.kind === 'reply') loop.nudge('poke');
    return doneOf(answer);
  };
  return {
    changePassword: async (old_password, password) => {
      const name = 'own.change_password';
      const found = read(await ask(name, { old_password, password }), calls[name].reply);
      if (!found.ok) return found;
      await saveMeta(session.db, 'token', found.body.token);
      return DONE;
    },
    sendCode: async (contact) => doneOf(await ask('own.contact_code', contact)),
    updateProfile: async (patch) => {
      const name = 'accounts.update_me';
      const found = read(await ask(name, patch), calls[name].reply);
      if (!found.ok) return found;
      const { token, user } = found.body;
      const { db } = session;
      await db.transaction('rw', [db.me, db.outbox, db.base, db.meta], async () => {
        await takeServerRow(db, 'me', user.id, user, user.rev);
        await rebuild(db, 'me', user.id, actor);
        await saveMeta(db, 'token', token);
      });
      return DONE;
    },
    deleteAccount: async (password) => thenPull(await ask('own.delete_account', { password })),
    keepAccount: async () => thenPull(await ask('own.keep_account')),
  };
}

/** Does one of the verbs of the own account. Those of somebody who is logged in need an open phone. */
export async function accountVerb(
  ports: Ports,
  phone: Phone | null,
  verb: AccountVerb,
  args: Parameters<AccountVerbs[AccountVerb]>,
): Promise<unknown> {
  const device = openDeviceDb(ports);
  try {
    const { user_id = '', device_id = '' } = phone?.actor ?? {};
    const session = phone && { user_id, device_id, db: phone.db, device, ports };
    const own = session && ownVerbs(session, phone);
    const verbs: Partial<AccountVerbs> = { ...anonymousVerbs(ports, device), ...own };
    const pull = () => phone?.loop.nudge('poke');
    const ofStaff = verbs[verb] || !session ? {} : (await import('./staff.ts')).staffVerbs(session, pull);
    const asked = { ...verbs, ...ofStaff }[verb] as ((...given: typeof args) => Promise<unknown>) | undefined;
    return asked ? await asked(...args) : NO_ANSWER;
  } finally {
    device.close();
  }
}
