import { uuidv7 } from 'uuidv7';
import type { Donation } from '../../contract/entities/donation.ts';
import type { PushOp } from '../../contract/sync.ts';
import { makePng, sha256Of } from './images.ts';
import { LeadOps } from './leads.ts';
import { openSyncServer, type Person, type SyncServer } from './sync-server.ts';
import { uploadInOnePart } from './uploads.ts';

/** Creates push ops with writes to donations. */
export class DonationOps {
  private readonly server: SyncServer;
  constructor(server: SyncServer) {
    this.server = server;
  }

  /** Returns the fields of a donation of $20 in cash, which needs no photo and no manager. */
  fields(more: Record<string, unknown> = {}) {
    return {
      ...{ amount_cents: 2_000, currency: 'USD', purpose: 'books', purpose_text: '', method: 'cash' },
      ...{ paid_at: this.server.iso(), comment: '', is_anonymous: false, is_no_duplicate: false },
      at: this.server.iso(),
      ...more,
    };
  }

  submit(donor_id: string, more: Record<string, unknown> = {}, id = uuidv7()): PushOp {
    const own = { donor_id, donor_name: '', receipt: 'D-7F3A-0012', photo: null };
    return this.server.op({ kind: 'donation.submit', id, args: { ...this.fields(), ...own, ...more } });
  }

  correct(id: string, more: Record<string, unknown> = {}): PushOp {
    return this.server.op({ kind: 'donation.correct', id, args: this.fields(more) });
  }

  confirm(id: string, amount_cents = 2_000): PushOp {
    return this.server.op({ kind: 'donation.confirm', id, args: { amount_cents, at: this.server.iso() } });
  }

  reject(id: string, reason = 'Not readable'): PushOp {
    return this.server.op({ kind: 'donation.reject', id, args: { reason, at: this.server.iso() } });
  }

  /** Submits a donation and returns its row. Throws if the server refuses it. */
  async createFor(by: Person, donor_id: string, more: Record<string, unknown> = {}): Promise<Donation> {
    const result = await this.server.send(by, this.submit(donor_id, more));
    if (result.status !== 200) throw new Error(`refused: ${JSON.stringify(result)}`);
    return result.row as Donation;
  }

  /** Uploads a photo and returns its description for a write. */
  async photo(by: Person, note: string) {
    const data = makePng(note);
    await uploadInOnePart(this.server.plain, by, data);
    return { sha256: sha256Of(data), mime: 'image/png', bytes: data.length };
  }
}

/** Opens a server with a manager, her consultants Carl and Olga, and an admin. */
export async function openDonationServer() {
  const server = await openSyncServer();
  const mary = await server.manager();
  const carl = await server.consultant({ responsible_id: mary.id });
  const olga = await server.consultant({ first_name: 'Olga', responsible_id: mary.id });
  const admin = await server.person({ first_name: 'Ada', is_superuser: true, is_staff: true });
  return { server, ops: new DonationOps(server), leads: new LeadOps(server), mary, carl, olga, admin };
}

/** Creates a learner who is assigned to a consultant. */
export const createDonor = (server: SyncServer, { id: responsible_id }: Person): Promise<Person> =>
  server.person({ first_name: 'Petra', responsible_id, status: 'active' });

/** Returns the donations that a first sync sends to a person. */
export const donationsOf = async (server: SyncServer, person: Person) =>
  (await server.changes(person, { p1: 0 })).changes.filter(({ c, op }) => c === 'donations' && op === 'put');
