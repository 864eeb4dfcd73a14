import { randomInt } from 'node:crypto';
import {
  callNamed,
  type CallBody,
  type CallName,
  type CallParams,
  type CallReply,
} from '../../../contract/api-calls/index.ts';
import type { Comment } from '../../../contract/entities/comment.ts';
import type { Task } from '../../../contract/entities/task.ts';
import { DEMO_PASSWORD } from '../../../server/demo/people.ts';
import type { Who } from './phone.ts';

/** Parameters of a call. A parameter is defined only if the contract defines it. */
interface Given<K extends CallName> {
  params?: CallParams<K> & Record<string, string>;
  query?: Record<string, string>;
  body?: Partial<CallBody<K>>;
}

/**
 * A second client of the documented API, with which tests read the stored data of the server and write as another
 * person.
 */
export class Client {
  private readonly url: string;
  private readonly token: string;

  private constructor(url: string, token: string) {
    this.url = url;
    this.token = token;
  }

  static async logIn(url: string, who: Who): Promise<Client> {
    const body = new URLSearchParams({ username: `${who}@example.org`, password: DEMO_PASSWORD });
    const reply = await fetch(`${url}${callNamed('accounts.login').path}`, { method: 'POST', body });
    const { token } = (await reply.json()) as { token?: string };
    if (!token) throw new Error(`${who} could not log in: ${reply.status}`);
    return new Client(url, token);
  }

  /** Registers a new member, for tests that must not affect the shared accounts. */
  static async register(url: string): Promise<Client> {
    const digits = String(randomInt(1e9)).padStart(9, '0');
    const body: CallBody<'accounts.register'> = {
      first_name: 'Mia',
      last_name: 'Member',
      email: `mia${digits}@example.org`,
      phone: `+49151${digits.slice(1)}`,
      language: 'en',
      password: 'a door that opens',
      consent: true,
    };
    const headers = { 'content-type': 'application/json' };
    const { path } = callNamed('accounts.register');
    const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const { token } = (await reply.json()) as { token?: string };
    if (!token) throw new Error(`the member could not register: ${reply.status}`);
    return new Client(url, token);
  }

  async call<K extends CallName>(name: K, { params, query, body }: Given<K> = {}): Promise<CallReply<K>> {
    const { method, path } = callNamed(name);
    const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params?.[key] ?? ''));
    const reply = await fetch(`${this.url}${filled}?${new URLSearchParams(query).toString()}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as CallReply<K>;
  }

  /** Returns the texts of a lesson's comments, oldest first. */
  async comments(lesson_id: string): Promise<string[]> {
    const page = await this.call('comments.of_lesson', { params: { id: lesson_id }, query: { page_size: '100' } });
    return page.results.map((comment: Comment) => comment.text).toReversed();
  }

  /** Returns the caller's tasks: today's, future and completed ones. */
  async tasks(): Promise<Task[]> {
    const groups = await Promise.all(
      (['today', 'future', 'completed'] as const).map((group) =>
        this.call('tasks.list', { body: { group }, query: { page_size: '100' } }),
      ),
    );
    return groups.flatMap((page) => page.results);
  }
}
