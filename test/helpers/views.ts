import { expect } from 'vitest';
import type { CallName } from '../../contract/api-calls/index.ts';
import type { User } from '../../server/db/tables.ts';
import { roles, type CallOptions, type TestReply, type TestServer, type TestUser } from './server.ts';

export const VIEW_REASON = 'Asked for help with tasks';
export const MINUTE = 60_000;

export interface Team {
  manager: TestUser;
  consultant: TestUser;
}

/** Starts views, in which one user sees the app as another user, and sends read requests in them. */
export class ViewSessions {
  private readonly server: TestServer;
  constructor(server: TestServer) {
    this.server = server;
  }

  /** Creates a manager with a consultant. */
  async team(fields: Partial<User> = {}): Promise<Team> {
    const manager = await this.server.user({ ...roles.manager, first_name: 'Mary', last_name: 'Berg' });
    const consultant = { ...roles.consultant, responsible_id: manager.id, ...fields };
    return { manager, consultant: await this.server.user(consultant) };
  }

  start(viewer: TestUser, user_id: string, reason = VIEW_REASON): Promise<TestReply> {
    return this.server.call('view_as.start', { token: viewer.token, body: { user_id, reason } });
  }

  /** Starts a view and returns its token. */
  async token(viewer: TestUser, target: TestUser): Promise<string> {
    const { status, body } = await this.start(viewer, target.id);
    expect(status).toBe(200);
    return String(body['token']);
  }

  /** Sends a call in the same way as the page of a view. */
  read(name: CallName, token: string, options: CallOptions = {}, page = '/staff-dashboard'): Promise<TestReply> {
    return this.server.call(name, { ...options, token, headers: { 'X-View-Page': page, ...options.headers } });
  }

  /** Returns the rows of an entity that the holder of a token pulls. */
  async rows(token: string, entity: string): Promise<Record<string, unknown>[]> {
    const { body } = await this.read('sync.snapshot', token, { query: { group: 'p1' } });
    const rows = body['rows'] as unknown as { c: string; row: Record<string, unknown> }[];
    return rows.filter(({ c }) => c === entity).map(({ row }) => row);
  }
}
