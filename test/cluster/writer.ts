import { depsOfLinked } from '../../src/db/outbox/person-deps.ts';
import type { Store } from '../../src/db/schema/store.ts';
import { blankContact } from '../helpers/blank-contact.ts';
import type { Chance } from '../simulation/rng.ts';

/**
 * Kinds of rows that a phone creates. The text of each row is unique, so that two rows with the same text show that a
 * write took effect twice.
 */
export type CreatedTable = 'contacts' | 'comments' | 'interactions' | 'tasks';

/** How often a phone makes each kind of write. */
const weights = { create: 20, edit: 50, comment: 2, interaction: 12, task: 8, change: 12 };

/**
 * Maximum number of rows of each table that a phone creates. It is below half of the daily limit, because a person has
 * two devices.
 */
const MAX_CREATED: Record<CreatedTable, number> = { contacts: 9_000, comments: 140, interactions: 950, tasks: 450 };

/** Makes the writes of one phone, and remembers which values the server must have afterwards. */
export class Writer {
  /** Ids of all writes that were saved on the phone. */
  readonly saved: string[] = [];
  /** Texts of the created rows, by table and id. */
  readonly created: Record<CreatedTable, Map<string, string>> = {
    contacts: new Map(),
    comments: new Map(),
    interactions: new Map(),
    tasks: new Map(),
  };
  /** The notes that were written last, by contact. */
  readonly notes = new Map<string, string>();
  /** The places that were written last, by task. */
  readonly places = new Map<string, string>();
  readonly #store: Store;
  readonly #name: string;
  readonly #chance: Chance;

  constructor(store: Store, name: string, chance: Chance) {
    this.#store = store;
    this.#name = name;
    this.#chance = chance;
  }

  #text(): string {
    return `${this.#name} ${this.saved.length}`;
  }

  get #at(): string {
    return new Date(this.#store.now()).toISOString();
  }

  /** Makes one write. Changes are made only to rows of this phone, so that two devices never ask about a conflict. */
  async write(): Promise<void> {
    const { contacts, tasks } = this.created;
    const mayCreate = (table: CreatedTable) => this.created[table].size < MAX_CREATED[table];
    const isAllowed = {
      create: mayCreate('contacts'),
      edit: contacts.size > 0,
      comment: mayCreate('comments'),
      interaction: contacts.size > 0 && mayCreate('interactions'),
      task: mayCreate('tasks'),
      change: tasks.size > 0,
    };
    const kind = this.#chance.pickAllowed(weights, (name) => isAllowed[name]);
    this.saved.push(await this.#make(kind));
  }

  #make(kind: keyof typeof weights): Promise<string> {
    if (kind === 'create') return this.#createContact();
    if (kind === 'edit') return this.#edit();
    if (kind === 'comment') return this.#comment();
    if (kind === 'interaction') return this.#logCall();
    return kind === 'task' ? this.#createTask() : this.#changeTask();
  }

  #pick(rows: Map<string, string>): string {
    return this.#chance.pick([...rows.keys()]);
  }

  #createContact(): Promise<string> {
    const [id, first_name] = [this.#store.newId(), this.#text()];
    this.created.contacts.set(id, first_name);
    const args = { ...blankContact, first_name, at: this.#at };
    return this.#store.write({ kind: 'contact.create', id, args, title: '' });
  }

  #edit(): Promise<string> {
    const [id, notes] = [this.#pick(this.created.contacts), this.#text()];
    this.notes.set(id, notes);
    return this.#store.write({ kind: 'contact.edit', id, args: { notes }, title: '' });
  }

  #comment(): Promise<string> {
    const [id, text] = [this.#store.newId(), this.#text()];
    this.created.comments.set(id, text);
    return this.#store.write({ kind: 'comment.add', id, args: { lesson: null, parent: null, text, at: this.#at } });
  }

  async #logCall(): Promise<string> {
    const [id, note] = [this.#store.newId(), this.#text()];
    this.created.interactions.set(id, note);
    const otherFields = { user_id: null, phone_raw: null, task_id: null, follow_up_at: null } as const;
    const callFields = { kind: 'call', direction: 'out', duration_s: 60, result: 'reached' } as const;
    const args = { ...otherFields, ...callFields, contact_id: this.#pick(this.created.contacts), at: this.#at, note };
    // As in the app, the interaction is not sent before its contact exists.
    const deps = await depsOfLinked(this.#store.db, args);
    return this.#store.write({ kind: 'interaction.log', id, args, deps });
  }

  #createTask(): Promise<string> {
    const [id, title] = [this.#store.newId(), this.#text()];
    this.created.tasks.set(id, title);
    const [start_at, end_at] = [3_600_000, 7_200_000].map((ms) => new Date(this.#store.now() + ms).toISOString());
    return this.#store.write({
      kind: 'task.create',
      id,
      args: {
        ...{ type: 'meet', title, place: '', description: '', priority: 'normal', source: 'manual' },
        ...{ linked_user_id: null, linked_name: null, reminders: [], follow_up_of: null },
        start_at: start_at ?? '',
        end_at: end_at ?? '',
        at: this.#at,
      },
    });
  }

  #changeTask(): Promise<string> {
    const [id, place] = [this.#pick(this.created.tasks), this.#text()];
    this.places.set(id, place);
    return this.#store.write({ kind: 'task.edit', id, args: { place } });
  }
}
