import { uuidv7 } from 'uuidv7';
import type { Contact } from '../../contract/entities/contact.ts';
import type { PushOp, PushResult } from '../../contract/sync.ts';
import type { OpFields, Person, SyncServer } from './sync-server.ts';
import { blankContact } from './blank-contact.ts';

export const contactArgs = {
  first_name: 'Nina',
  ...blankContact,
  last_name: 'Petrova',
} as const;

type Args = Record<string, unknown>;

/** Creates push ops with writes to contacts. */
export class ContactOps {
  readonly server: SyncServer;
  constructor(server: SyncServer) {
    this.server = server;
  }

  op(kind: string, id: string, args: Args, more: Partial<OpFields> = {}): PushOp {
    return this.server.op({ kind, id, args, ...more });
  }

  create(fields: Args = {}, id = uuidv7()): PushOp {
    return this.op('contact.create', id, { ...contactArgs, ...fields, at: this.server.iso() });
  }

  edit(id: string, args: Args, more: Partial<OpFields> = {}): PushOp {
    return this.op('contact.edit', id, args, more);
  }

  remove(id: string): PushOp {
    return this.op('contact.delete', id, { at: this.server.iso() });
  }

  restore(id: string, fields: Args = {}): PushOp {
    return this.op('contact.restore', id, { ...contactArgs, photo: null, ...fields, at: this.server.iso() });
  }

  photo(id: string, photo: Args | null): PushOp {
    return this.op('contact.photo', id, { photo, at: this.server.iso() });
  }

  category(fields: Args = {}, id = uuidv7()): PushOp {
    const args = { name: 'Friends', color: 'teal', position: 0, at: this.server.iso(), ...fields };
    return this.op('contact_category.create', id, args);
  }

  log(target: Args, fields: Args = {}, id = uuidv7()): PushOp {
    const noTarget = { contact_id: null, user_id: null, phone_raw: null, task_id: null, follow_up_at: null };
    const call = { kind: 'call', direction: 'out', at: this.server.iso(), duration_s: 60, result: 'reached', note: '' };
    return this.op('interaction.log', id, { ...noTarget, ...call, ...target, ...fields });
  }

  /** Creates a contact for a person. Returns the contact as the server stored it. */
  async createFor(person: Person, fields: Args = {}): Promise<Contact> {
    const result = await this.server.send(person, this.create(fields));
    if (result.status !== 200) throw new Error(JSON.stringify(result));
    return result.row as Contact;
  }
}

export const rowOf = (result: PushResult): Contact => result.row as Contact;

/** Returns a result without its op id, so that it can be compared with the result of another op. */
export const withoutOpId = (result: PushResult): PushResult => ({ ...result, op_id: '' });
