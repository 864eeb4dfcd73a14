import { uuidv7 } from 'uuidv7';
import type { PushOp } from '../../contract/sync.ts';
import { makePng, sha256Of } from './images.ts';
import { openLeadWorld } from './leads.ts';
import type { Person, SyncServer } from './sync-server.ts';
import { beginUpload, uploadInOnePart } from './uploads.ts';

/** A small file that begins like a PDF. */
export const makePdf = (note = 'contract'): Buffer => Buffer.from(`%PDF-1.7\n${note}\n%%EOF\n`, 'latin1');

/** The description of a file in the write that adds it to a partner. */
export interface NamedFile {
  sha256: string;
  mime: string;
  name: string;
  bytes: number;
}

/** Creates push ops with writes to partners. */
export class PartnerOps {
  readonly server: SyncServer;
  constructor(server: SyncServer) {
    this.server = server;
  }

  private op(kind: string, id: string, args: Record<string, unknown>): PushOp {
    return this.server.op({ kind, id, args: { ...args, at: this.server.iso() } });
  }

  make = (id: string, args: Record<string, unknown> = {}): PushOp =>
    this.op('partner.make', id, { company: 'Berg Books', partner_note: '', ...args });

  attach = (id: string, file: NamedFile): PushOp => this.op('partner.attach', id, { file });

  detach = (id: string, sha256: string): PushOp => this.op('partner.detach', id, { sha256 });

  commission = (id: string, percent: number): PushOp => this.op('partner.commission', id, { percent });

  /** Uploads a PDF and returns its description for a write. */
  async uploadPdf(person: Person, note = uuidv7()): Promise<NamedFile> {
    const data = makePdf(note);
    const sha256 = sha256Of(data);
    await beginUpload(this.server.plain, person, data, { mime: 'application/pdf' });
    const params = { sha256 };
    await this.server.plain.call('sync.upload_part', { token: person.token, params, query: { offset: 0 }, body: data });
    return { sha256, mime: 'application/pdf', name: `${note}.pdf`, bytes: data.length };
  }

  /** Uploads a picture and returns its description for a write. */
  async uploadPicture(person: Person, note = uuidv7()): Promise<NamedFile> {
    const data = makePng(note);
    await uploadInOnePart(this.server.plain, person, data);
    return { sha256: sha256Of(data), mime: 'image/png', name: `${note}.png`, bytes: data.length };
  }
}

/** Opens the server and team of openLeadWorld, and creates ops for partners. */
export async function openPartnerWorld() {
  const world = await openLeadWorld();
  return { ...world, partners: new PartnerOps(world.server) };
}
