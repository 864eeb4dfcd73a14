import { uuidv7 } from 'uuidv7';
import type { NotificationKind } from '../../contract/entities/notification.ts';
import { inScope } from '../../server/context.ts';
import type { User } from '../../server/db/tables.ts';
import { addNotification } from '../../server/features/notifications/add.ts';
import { isAllowedEndpoint, PUSH_HOSTS } from '../../server/features/push/endpoints.ts';
import type { Push } from '../../server/features/push/send.ts';
import { createVapid } from '../../server/features/push/vapid.ts';
import { jobHandlers } from '../../server/jobs/handlers.ts';
import { runDueJobs } from '../../server/jobs/runner.ts';
import { createPushBrowser } from './push-browser.ts';
import { PushService } from './push-service.ts';
import { TEST_PASSWORD } from './server.ts';
import { openSyncServer, type SyncServer } from './sync-server.ts';

export type Device = Awaited<ReturnType<PushWorld['logIn']>>;

interface About {
  kind?: NotificationKind;
  target_id?: string;
}

/**
 * A server whose push messages are sent to a push service on this machine. The product's own check would refuse this
 * address.
 */
export class PushWorld {
  readonly push: Push;
  readonly server: SyncServer;
  readonly service: PushService;
  #endpoints = 0;

  constructor(server: SyncServer, service: PushService, push: Push) {
    this.server = server;
    this.service = service;
    this.push = push;
  }

  get #db() {
    return this.server.deps.db;
  }

  close(): Promise<void> {
    this.service.close();
    return this.server.close();
  }

  runJobs(): Promise<number> {
    const options = { mailer: { send: async () => {} } as never, public_url: '', push: this.push };
    return runDueJobs(this.server.deps, jobHandlers(this.server.deps, options));
  }

  /** Runs the jobs of earlier tests, and removes the messages that they sent. */
  async reset(): Promise<void> {
    await this.runJobs();
    this.service.received.length = 0;
    Object.assign(this.service, { status: 201, location: '' });
  }

  newUser(fields: Partial<User> = {}) {
    return this.server.plain.user({ is_staff: true, first_name: 'Carl', ...fields });
  }

  /** Logs a user in on a device, as the page does. */
  async logIn({ id, email }: Pick<User, 'id' | 'email'>, device_id: string = uuidv7()) {
    const pageHeaders = { 'x-haversack-client': 'web', origin: 'http://localhost:8080' };
    const headers = { ...pageHeaders, 'x-device-id': device_id };
    const body = { username: email, password: TEST_PASSWORD };
    const reply = await this.server.plain.call('accounts.login', { body, headers });
    return { id, email, device_id, token: String(reply.body['token']) };
  }

  newEndpoint(): string {
    this.#endpoints += 1;
    return `${this.service.origin}/send/${this.#endpoints}`;
  }

  async subscribe({ token, device_id }: Device, endpoint = this.newEndpoint()) {
    const browser = createPushBrowser();
    const headers = { 'x-device-id': device_id };
    const body = browser.subscription(endpoint);
    const reply = await this.server.plain.call('push.subscribe', { token, headers, body });
    return { browser, endpoint, reply };
  }

  /** Returns a user with a device that gets messages. */
  async logInSubscribed(fields: Partial<User> = {}) {
    const device = await this.logIn(await this.newUser(fields));
    return { device, ...(await this.subscribe(device)) };
  }

  notify({ id: user_id }: Pick<Device, 'id'>, { kind = 'task_due', target_id = uuidv7() }: About = {}): Promise<void> {
    const about = { user_id, kind, target_id, title: 'Call Helga', person_id: null, by_id: null };
    return inScope(this.server.deps, this.server.deps.scope, (context) => addNotification(context, about));
  }

  /**
   * Creates a notification for the user of a device. Returns the number of messages that the push service has received.
   */
  async send(device: Device): Promise<number> {
    await this.notify(device);
    await this.runJobs();
    return this.service.received.length;
  }

  subscriptionsOf({ id }: Pick<Device, 'id'>) {
    return this.#db.selectFrom('push_subscriptions').select('device_id').where('user_id', '=', id).execute();
  }

  notificationOf({ id }: Pick<Device, 'id'>) {
    return this.#db.selectFrom('notifications').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
  }
}

export async function openPushWorld(): Promise<PushWorld> {
  const service = await new PushService().listen();
  const push: Push = {
    vapid: createVapid('a secret of this installation', 'https://app.example.org'),
    allows: (endpoint) => endpoint.startsWith(service.origin) || isAllowedEndpoint(endpoint, PUSH_HOSTS),
  };
  return new PushWorld(await openSyncServer({ app: { push } }), service, push);
}
