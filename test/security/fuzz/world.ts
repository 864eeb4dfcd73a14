import { uuidv7 } from 'uuidv7';
import type { LinkKind } from '../../../server/db/account-tables.ts';
import { addBook } from '../../helpers/books.ts';
import { ContactOps } from '../../helpers/contacts.ts';
import { DonationOps } from '../../helpers/donations.ts';
import { FlowOps } from '../../helpers/flows.ts';
import { addRecurring } from '../../helpers/recurring-donations.ts';
import { LeadOps } from '../../helpers/leads.ts';
import { newLinkToken, createLinkRequest, createRevocationToken } from '../../helpers/link-samples.ts';
import { sha256Of } from '../../helpers/images.ts';
import { addEvent, addNews } from '../../helpers/news.ts';
import { TEST_PASSWORD, type TestUser } from '../../helpers/server.ts';
import { REFRESH_COOKIE } from '../../../server/features/accounts/sessions.ts';
import { syncStamps } from '../../helpers/stamps.ts';
import type { Person, SyncServer } from '../../helpers/sync-server.ts';
import { picture, portrait } from './picture.ts';
import { callerKinds, openCaller, newSessionToken, type CallerKind } from '../callers.ts';

/** Ids of records by kind, and a few texts such as the email address. */
export type Records = Record<string, string>;

export interface FuzzCaller {
  user: TestUser | null;
  token: string | undefined;
  own: Records;
}

const ticket = { type: 'question', subject: 'Where is it?', body: 'I cannot find it.' };

/** Creates the records to which the writes and calls of a caller refer. */
class RecordMaker {
  private readonly server: SyncServer;
  private readonly contacts: ContactOps;
  private readonly leads: LeadOps;
  private readonly flows: FlowOps;
  constructor(server: SyncServer) {
    this.server = server;
    this.contacts = new ContactOps(server);
    this.leads = new LeadOps(server);
    this.flows = new FlowOps(server);
  }

  private async runWrite(by: Person, kind: string, args: Record<string, unknown>, id = uuidv7()): Promise<string> {
    const sent = await this.server.send(by, this.server.op({ kind, id, args: { ...args, at: this.server.iso() } }));
    if (sent.status !== 200) throw new Error(`${kind} answered ${JSON.stringify(sent)}`);
    return id;
  }

  private request(by: Person): Promise<string> {
    return this.runWrite(by, 'ticket.create', { ...ticket, attachments: [], previous_id: null });
  }

  private async log(by: Person, contact_id: string): Promise<string> {
    const op = this.contacts.log({ contact_id });
    await this.server.send(by, op);
    return op.id;
  }

  /** Inserts a handover that `from_id` has offered to `to`. */
  private async handover(to: Person, from_id: string): Promise<string> {
    const { deps } = this.server;
    const id = uuidv7();
    const about = { entity: 'contacts' as const, entity_id: uuidv7(), kind: 'contact.edit', title: 'Ivan', args: '{}' };
    const row = { scope: deps.scope, id, from_id, to_id: to.id, ...about, sent: null, state: 'offered' as const };
    await deps.db
      .insertInto('handovers')
      .values({ ...row, at: this.server.iso(), ...syncStamps(this.server.iso()) })
      .execute();
    return id;
  }

  private async notification(to: Person, target_id: string): Promise<string> {
    const { db, scope } = this.server.deps;
    const id = uuidv7();
    const about = { kind: 'handover_offered' as const, target_id, title: 'Ivan', person_id: null, by_id: null };
    const { field_revs: _, ...times } = syncStamps(this.server.iso());
    const row = { scope, id, user_id: to.id, ...about, occasion: id, read_at: null, ...times };
    await db.insertInto('notifications').values(row).execute();
    return id;
  }

  /** Starts the upload of a file, and completes it if `isWhole` is true. Returns the hash of the file. */
  private async upload({ token }: Person, file: Buffer, isWhole: boolean): Promise<string> {
    const { plain } = this.server;
    const sha256 = sha256Of(file);
    const params = { sha256 };
    await plain.call('sync.upload', { token, params, body: { bytes: file.length, mime: 'image/png' } });
    if (isWhole) await plain.call('sync.upload_part', { token, params, query: { offset: 0 }, body: file });
    return sha256;
  }

  private async createResolvedRequest(by: Person): Promise<{ request: string; employee: Person }> {
    const employee = await this.server.consultant();
    const request = await this.request(by);
    await this.runWrite(employee, 'ticket.take', {}, request);
    await this.runWrite(employee, 'ticket.resolve', { message_id: uuidv7(), body: 'Done', attachments: [] }, request);
    return { request, employee };
  }

  async memberRecords(by: Person): Promise<Records> {
    const contact = (await this.contacts.createFor(by, { first_name: 'Nina' })).id;
    const comment = this.server.comment('Thanks');
    await this.server.send(by, comment);
    await this.upload(by, picture, false);
    const photo = { sha256: await this.upload(by, portrait, true), mime: 'image/png' };
    await this.server.send(by, this.contacts.photo(contact, { ...photo, bytes: portrait.length }));
    const { request: resolved, employee } = await this.createResolvedRequest(by);
    const lostContactId = (await this.contacts.createFor(employee, { first_name: 'Ivan' })).id;
    await this.server.recordLostAccess(by, 'contacts', lostContactId);
    const flow = await this.flows.createFor(by);
    const block = await this.flows.addFor(by, flow.id, { type: 'hero', title: 'Join us' });
    return {
      resolved,
      lost: lostContactId,
      portrait: photo.sha256,
      contact,
      category: await this.runWrite(by, 'contact_category.create', { name: uuidv7(), color: 'teal', position: 0 }),
      call: await this.log(by, contact),
      request: await this.request(by),
      comment: comment.id,
      donation: (await new DonationOps(this.server).createFor(by, by.id)).id,
      recurring: await addRecurring(this.server.deps, by.id, { started_at: this.server.iso() }),
      handover: await this.handover(by, by.id),
      notification: await this.notification(by, contact),
      flow: flow.id,
      block: block.id,
    };
  }

  async employeeRecords(by: Person): Promise<Records> {
    const { plain } = this.server;
    const task = this.server.task();
    const running = this.server.task();
    await this.server.push(by, [task, running]);
    const slice = uuidv7();
    await this.runWrite(by, 'task.start', { slice_id: slice }, running.id);
    const author = await this.server.person();
    const takenTicket = await this.request(author);
    await this.runWrite(by, 'ticket.take', {}, takenTicket);
    const person = await this.leads.of(by);
    const employee = await this.server.consultant({ responsible_id: by.id });
    const resolved = await this.request(await this.server.person());
    await this.runWrite(by, 'ticket.take', {}, resolved);
    await this.runWrite(by, 'ticket.resolve', { message_id: uuidv7(), body: 'Done', attachments: [] }, resolved);
    const { db, scope } = this.server.deps;
    const linked_at = this.server.iso();
    const chats = [person, author.id].map((user_id) => ({ scope, user_id, chat_id: user_id, linked_at }));
    await db.insertInto('telegram_chats').values(chats).execute();
    return {
      resolved_ticket: resolved,
      task: task.id,
      running: running.id,
      slice,
      person,
      lead: await this.leads.createWaiting(),
      note: await this.runWrite(by, 'person.note', { person_id: person, text: 'Likes to read' }),
      ticket: takenTicket,
      free_ticket: await this.request(await this.server.person()),
      employee: employee.id,
      view: await this.runWrite(by, 'saved_view.create', {
        ...{ table: 'people', name: 'Mine', params: { status: 'active' }, position: 0 },
      }),
      link_request: await createLinkRequest(plain, person),
    };
  }
}

/** Creates all callers with their own records, and shared content. */
export class FuzzWorld {
  readonly server: SyncServer;
  private readonly callers = new Map<CallerKind, FuzzCaller>();
  private readonly maker: RecordMaker;
  private content: Records = {};

  private constructor(server: SyncServer) {
    this.server = server;
    this.maker = new RecordMaker(server);
  }

  static async open(server: SyncServer): Promise<FuzzWorld> {
    const world = new FuzzWorld(server);
    const { plain } = server;
    world.content = {
      lesson: await server.lesson(await server.category()),
      news: await addNews(plain),
      event: await addEvent(plain),
      book: await addBook(plain),
    };
    for (const kind of callerKinds) await world.renew(kind);
    return world;
  }

  caller(kind: CallerKind): FuzzCaller {
    const found = this.callers.get(kind);
    if (!found) throw new Error(`no caller ${kind}`);
    return found;
  }

  /** Starts a new session for a caller whose session has ended. */
  async newSession(kind: CallerKind): Promise<void> {
    const caller = this.caller(kind);
    this.callers.set(kind, { ...caller, token: await newSessionToken(this.server.plain, kind, caller.user) });
  }

  /** Replaces a caller with a new account that has new records. */
  async renew(kind: CallerKind): Promise<void> {
    const { plain } = this.server;
    const user = await openCaller(plain, kind);
    const token = await newSessionToken(plain, kind, user);
    this.callers.set(kind, { user, token, own: await this.records(kind, user, token) });
  }

  private async records(kind: CallerKind, user: TestUser | null, token: string | undefined): Promise<Records> {
    const device_id = uuidv7();
    const ownRecords = {
      key: uuidv7(),
      device: device_id,
      ...(user && { me: user.id, email: user.email!, phone: user.phone! }),
    };
    if (!user || !token || kind === 'expired' || kind === 'blocked') return { ...this.content, ...ownRecords };
    const by: Person = { id: user.id, token, device_id };
    const isEmployee = user.is_staff;
    return {
      ...this.content,
      ...ownRecords,
      ...(await this.maker.memberRecords(by)),
      ...(isEmployee && (await this.maker.employeeRecords(by))),
    };
  }

  /** Logs in a new user in the way in which a page of the product does. Returns the refresh cookie. */
  private async newRefreshCookie(): Promise<string> {
    const { email } = await this.server.plain.user();
    const headers = { origin: 'http://localhost:8080', 'x-haversack-client': 'web' };
    const body = { username: email, password: TEST_PASSWORD };
    const { headers: sent } = await this.server.plain.call('accounts.login', { body, headers });
    const cookies = [sent['set-cookie']].flat().map(String);
    return cookies.find((cookie) => cookie.startsWith(REFRESH_COOKIE))?.split(';')[0] ?? '';
  }

  /** Creates a login link of this kind, or a refresh cookie, for a new user. Returns its token. */
  async link(kind: LinkKind | 'used' | 'refresh'): Promise<string> {
    const { plain } = this.server;
    if (kind === 'refresh') return this.newRefreshCookie();
    if (kind === 'link_stop') return createRevocationToken(plain);
    if (kind !== 'used') return newLinkToken(plain, kind);
    const token = await newLinkToken(plain, 'credentials');
    await plain.call('accounts.spend_link', { body: { token } });
    return token;
  }
}
