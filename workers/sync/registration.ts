import { untypedCall, type Call } from '../../contract/api-calls/define.ts';
import { profileCalls } from '../../contract/api-calls/profile.ts';
import { registrationCalls } from '../../contract/api-calls/registration.ts';
import { syncCalls } from '../../contract/api-calls/sync.ts';
import type { AccountAction, AccountActions } from '../../src/bridge/account-api.ts';
import type { FlowActions } from '../../src/bridge/flow-api.ts';
import type { ImportActions } from '../../src/bridge/import-api.ts';
import type { StaffActions } from '../../src/bridge/staff-api.ts';
import type { ActionResult, Failure } from '../../src/bridge/results.ts';
import { openDeviceDb, type DeviceDb } from '../../src/db/schema/db.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { loadWrites } from '../../src/db/outbox/write-registry.ts';
import { rebuildRow, applyServerRow } from '../../src/db/outbox/view.ts';
import type { Ports } from '../../src/lib/ports.ts';
import { toActionResult, completeLogin, login, parseReply } from './account.ts';
import { send, type CallResult } from './http.ts';
import type { SyncClient } from './sync-client.ts';
import { sendAuthenticated, type Session } from './session.ts';

const accountApiCalls = { ...registrationCalls, ...profileCalls };
/**
 * Calls are passed as objects instead of names, so that they are loaded with this module and are not part of the
 * initial code of the worker.
 */
const callOf = (name: keyof typeof accountApiCalls): Call => untypedCall(accountApiCalls, name);

const SHORT_TIMEOUT_MS = 3_000;
const DONE: ActionResult = { ok: true };
const NO_ANSWER: Failure = { ok: false, why: 'no_answer' };

/** Email address of a registration that got no response, so that it may have succeeded. */
let uncertainEmail: string | null = null;

/**
 * Login links that were used here, by token. If a later step fails because of the network, a retry skips the steps that
 * already succeeded.
 */
const consumedLinks = new Map<string, { result: CallResult; isPasswordSet: boolean }>();

type AnonymousAction =
  | 'register'
  | 'checkRegistration'
  | 'registrationLink'
  | 'telegramLink'
  | 'loginByToken'
  | 'recover'
  | 'checkLink'
  | 'resetPassword'
  | 'stopLink'
  | 'loginByLink';

function anonymousActions(ports: Ports, device: DeviceDb): Pick<AccountActions, AnonymousAction> {
  return {
    register: async (body) => {
      const register = (device_id: string) => send(ports, callOf('accounts.register'), { body, device_id });
      const result = await completeLogin(ports, device, null, register);
      const isTaken = !result.ok && result.why === 'refused' && result.code === 'email_taken';
      // The email address may belong to the account that was just registered. The password then matches, and the login
      // succeeds.
      if (isTaken && uncertainEmail === body.email) {
        const ownLogin = await login(ports, device, { username: body.email, password: body.password, language: null });
        return ownLogin.ok ? ownLogin : result;
      }
      uncertainEmail = !result.ok && result.why === 'no_answer' ? body.email : null;
      return result;
    },
    checkRegistration: async (entries) =>
      toActionResult(
        await send(ports, callOf('own.check_registration'), { body: entries, timeout_ms: SHORT_TIMEOUT_MS }),
      ),
    registrationLink: async () => {
      const name = 'accounts.admin_reg_link';
      const parsed = parseReply(
        await send(ports, callOf(name), { timeout_ms: SHORT_TIMEOUT_MS }),
        accountApiCalls[name].reply,
      );
      return parsed.ok ? { ok: true, link: parsed.body.link } : parsed;
    },
    telegramLink: async () => {
      const result = await send(ports, 'configs.all', { timeout_ms: SHORT_TIMEOUT_MS });
      const parsed = parseReply(result, syncCalls['configs.all'].reply);
      return parsed.ok ? { ok: true, link: parsed.body.telegram_bot } : parsed;
    },
    loginByToken: (token) =>
      completeLogin(ports, device, null, (device_id) =>
        send(ports, callOf('accounts.bot_login'), { body: { token }, device_id }),
      ),
    recover: async (email) => toActionResult(await send(ports, callOf('accounts.recover'), { body: { email } })),
    checkLink: async (kind, token) => {
      const name = 'own.check_link';
      const parsed = parseReply(
        await send(ports, callOf(name), { body: { kind, token } }),
        accountApiCalls[name].reply,
      );
      return parsed.ok ? { ok: true, left_s: parsed.body.left_s } : parsed;
    },
    resetPassword: async (token, password) =>
      toActionResult(await send(ports, callOf('accounts.reset_password'), { body: { token, password } })),
    stopLink: async (token) => toActionResult(await send(ports, callOf('own.stop_link'), { body: { token } })),
    loginByLink: (token, password) =>
      completeLogin(ports, device, null, (device_id) => consumeLink(ports, token, password, device_id)),
  };
}

/**
 * Uses a login link and, if a password is given, sets this password. Returns the reply of the last step, which contains
 * the access token.
 */
async function consumeLink(
  ports: Ports,
  token: string,
  password: string | null,
  device_id: string,
): Promise<CallResult> {
  const previous = consumedLinks.get(token);
  const result = previous?.result ?? (await send(ports, callOf('accounts.spend_link'), { body: { token }, device_id }));
  if (result.kind !== 'reply') return result;
  if (!previous) consumedLinks.set(token, { result, isPasswordSet: false });
  if (password === null || previous?.isPasswordSet) return result;
  const passwordResult = await send(ports, callOf('accounts.set_credentials'), {
    body: { token, password },
    device_id,
  });
  if (passwordResult.kind === 'reply') consumedLinks.set(token, { result: passwordResult, isPasswordSet: true });
  return passwordResult;
}

type OwnAction = Exclude<AccountAction, AnonymousAction | keyof StaffActions | keyof FlowActions | keyof ImportActions>;

function ownActions(session: Session, { actor, scheduler }: SyncClient): Pick<AccountActions, OwnAction> {
  const sendCall = (name: keyof typeof accountApiCalls, body?: Record<string, unknown>) =>
    sendAuthenticated(session, callOf(name), body && { body });
  /** Schedules a pull after a success, because the change also affects the profile. */
  const pullAfterSuccess = (result: CallResult): ActionResult => {
    if (result.kind === 'reply') scheduler.schedule('poke');
    return toActionResult(result);
  };
  return {
    changePassword: async (old_password, password) => {
      const name = 'own.change_password';
      const parsed = parseReply(await sendCall(name, { old_password, password }), accountApiCalls[name].reply);
      if (!parsed.ok) return parsed;
      await saveMeta(session.db, 'token', parsed.body.token);
      return DONE;
    },
    sendCode: async (contact) => toActionResult(await sendCall('own.contact_code', contact)),
    updateProfile: async (patch) => {
      const name = 'accounts.update_me';
      const parsed = parseReply(await sendCall(name, patch), accountApiCalls[name].reply);
      if (!parsed.ok) return parsed;
      const { token, user } = parsed.body;
      const { db } = session;
      await loadWrites();
      await db.transaction('rw', [db.me, db.outbox, db.base, db.meta], async () => {
        await applyServerRow(db, 'me', user.id, user, user.rev);
        await rebuildRow(db, 'me', user.id, actor);
        await saveMeta(db, 'token', token);
      });
      return DONE;
    },
    deleteAccount: async (password) => pullAfterSuccess(await sendCall('own.delete_account', { password })),
    keepAccount: async () => pullAfterSuccess(await sendCall('own.keep_account')),
    buyPackage: async (choice, key) => {
      const result = await (await import('./packages.ts')).buyPackage(session, choice, key);
      if (result.ok) scheduler.schedule('poke');
      return result;
    },
    pushKey: async () => (await import('./web-push.ts')).fetchPushKey(session),
    subscribePush: async (subscription) => (await import('./web-push.ts')).subscribePush(session, subscription),
    unsubscribePush: async () => (await import('./web-push.ts')).unsubscribePush(session),
    fetchBranch: async (id, more) => (await import('./team.ts')).fetchBranch(session, id, more),
    fetchOlderComments: async (thread, before) =>
      (await import('./older-comments.ts')).fetchOlderComments(session, thread, before),
    checkPromo: async (choice) => (await import('./packages.ts')).checkPromo(session, choice),
    donate: async (donation) => {
      const result = await (await import('./donate.ts')).donate(session, donation);
      if (result.ok) scheduler.schedule('poke');
      return result;
    },
  };
}

/** Whether an action belongs to imports, whose code is large because it reads CSV files. */
const isImportAction = (action: AccountAction): boolean => /Imports?(Rows)?$/.test(action);

/** Loads the actions of employees and on landing pages, which most users never need. */
async function loadOtherActions(
  session: Session,
  client: SyncClient,
  pull: () => void,
  action: AccountAction,
): Promise<Partial<AccountActions>> {
  if (isImportAction(action)) return (await import('./imports.ts')).importActions(session);
  const staff: Partial<AccountActions> = (await import('./staff.ts')).staffActions(session, pull);
  return staff[action] ? staff : (await import('./flows.ts')).flowActions(session, client);
}

/** Runs an account action. Actions of a logged-in user require an open client. */
export async function runAccountAction(
  ports: Ports,
  client: SyncClient | null,
  action: AccountAction,
  args: Parameters<AccountActions[AccountAction]>,
): Promise<unknown> {
  const device = openDeviceDb(ports);
  try {
    const { user_id = '', device_id = '' } = client?.actor ?? {};
    const session = client && { user_id, device_id, db: client.db, device, ports };
    const own = session && ownActions(session, client);
    const actions: Partial<AccountActions> = { ...anonymousActions(ports, device), ...own };
    const pull = () => client?.scheduler.schedule('poke');
    const others = actions[action] || !session ? {} : await loadOtherActions(session, client, pull, action);
    const run = { ...actions, ...others }[action] as ((...params: typeof args) => Promise<unknown>) | undefined;
    return run ? await run(...args) : NO_ANSWER;
  } finally {
    device.close();
  }
}
