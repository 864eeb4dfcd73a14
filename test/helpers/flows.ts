import { uuidv7 } from 'uuidv7';
import type { Flow } from '../../contract/entities/flow.ts';
import type { LandingBlock } from '../../contract/entities/landing-block.ts';
import type { PushOp, PushResult } from '../../contract/sync.ts';
import { makePng, sha256Of } from './images.ts';
import type { OpFields, Person, SyncServer } from './sync-server.ts';
import { uploadInOnePart } from './uploads.ts';

type Fields = Record<string, unknown>;

export const flowOf = (result: PushResult): Flow => result.row as Flow;
export const blockOf = (result: PushResult): LandingBlock => result.row as LandingBlock;

/** Creates push ops with writes to flows and blocks. */
export class FlowOps {
  readonly server: SyncServer;
  constructor(server: SyncServer) {
    this.server = server;
  }

  op(kind: string, id: string, args: Fields, more: Partial<OpFields> = {}): PushOp {
    return this.server.op({ kind, id, args, ...more });
  }

  create(fields: Fields = {}, id = uuidv7()): PushOp {
    const defaults = { title: 'Spring course', unique_name: null, lang: 'en', description: '', at: this.server.iso() };
    return this.op('flow.create', id, { ...defaults, ...fields });
  }

  edit(id: string, args: Fields, more: Partial<OpFields> = {}): PushOp {
    return this.op('flow.edit', id, args, more);
  }

  /** Returns a write that changes a flow or block and has only the time as its argument. */
  step(kind: `flow.${'archive' | 'unarchive' | 'delete'}` | 'landing_block.delete', id: string): PushOp {
    return this.op(kind, id, { at: this.server.iso() });
  }

  cover(id: string, cover: Fields | null): PushOp {
    return this.op('flow.cover', id, { cover, at: this.server.iso() });
  }

  add(flow_id: string, fields: Fields = {}, id = uuidv7()): PushOp {
    const props = fields['type'] === undefined ? { type: 'heading', text: 'Join us' } : {};
    const place = { flow_id, position: 'a0', hidden: false, at: this.server.iso() };
    return this.op('landing_block.add', id, { ...place, ...props, ...fields });
  }

  restore(flow_id: string, id: string, fields: Fields = {}): PushOp {
    return { ...this.add(flow_id, fields, id), kind: 'landing_block.restore' };
  }

  editBlock(id: string, args: Fields, more: Partial<OpFields> = {}): PushOp {
    return this.op('landing_block.edit', id, args, more);
  }

  move(id: string, position: string, more: Partial<OpFields> = {}): PushOp {
    return this.op('landing_block.move', id, { position }, more);
  }

  hide(id: string, hidden: boolean): PushOp {
    return this.op('landing_block.hide', id, { hidden });
  }

  images(id: string, args: Fields): PushOp {
    return this.op('landing_block.images', id, args);
  }

  async #done(person: Person, op: PushOp): Promise<PushResult> {
    const result = await this.server.send(person, op);
    if (result.status !== 200) throw new Error(JSON.stringify(result));
    return result;
  }

  /** Creates a flow for a person and returns it as the server stored it. */
  async createFor(person: Person, fields: Fields = {}): Promise<Flow> {
    return flowOf(await this.#done(person, this.create(fields)));
  }

  /** Adds a block, by default a heading. */
  async addFor(person: Person, flow_id: string, fields: Fields = {}): Promise<LandingBlock> {
    return blockOf(await this.#done(person, this.add(flow_id, fields)));
  }

  /** Pushes a write that must succeed, and returns its row. */
  async row<T>(person: Person, op: PushOp): Promise<T> {
    return (await this.#done(person, op)).row as T;
  }

  /** Uploads an image of the given size. Returns the image in the form in which writes refer to it. */
  async uploadFor(person: Person, note: string, width = 8, height = 6) {
    const data = makePng(note, width, height);
    const { status } = await uploadInOnePart(this.server.plain, person, data);
    if (status !== 200) throw new Error(`the upload answered ${status}`);
    return { sha256: sha256Of(data), mime: 'image/png', width, height };
  }

  /** Creates a flow with one heading and publishes it. */
  async publishFor(person: Person, unique_name: string): Promise<Flow> {
    const flow = await this.createFor(person, { unique_name });
    await this.addFor(person, flow.id);
    const reply = await this.server.plain.call('flows.publish', {
      token: person.token,
      params: { id: flow.id },
      body: {},
    });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    return reply.body as unknown as Flow;
  }
}
