import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeNamed, writeNames } from '../../contract/writes/index.ts';
import { saveBlob, saveFile } from '../../src/components/media/save-file.ts';
import type { Draft } from '../../src/db/outbox/outbox.ts';
import { openPhoneDb, type PhoneDb } from '../../src/db/schema/db.ts';
import { createStore } from '../../src/db/schema/create-store.ts';
import type { Store } from '../../src/db/schema/store.ts';
import { isViewing, setViewMode } from '../../src/lib/view-mode.ts';
import { sampleId, validArgs } from '../helpers/valid-args.ts';
import { ANNA, anna, makePorts } from '../helpers/phone.ts';

const onRefused = vi.fn();
let db: PhoneDb;
let store: Store;
const postMessage = vi.fn();

beforeEach(() => {
  onRefused.mockReset();
  postMessage.mockReset();
  const ports = makePorts();
  db = openPhoneDb(ANNA, ports);
  store = createStore(db, anna, ports, { post: postMessage, listen: () => {}, close: () => {} });
  setViewMode(onRefused);
  onTestFinished(() => {
    setViewMode(null);
    db.close();
  });
});

async function storedRows(): Promise<number> {
  const counts = await Promise.all(db.tables.map((table) => table.count()));
  return counts.reduce((sum, count) => sum + count, 0);
}

const draftOf = (kind: (typeof writeNames)[number]): Draft =>
  ({ kind, id: sampleId(2), args: validArgs[kind] }) as Draft;

describe('view mode', () => {
  it.each(writeNames)('view mode refuses the write %s and changes no row', async (kind) => {
    await expect(store.write(draftOf(kind) as never)).rejects.toMatchObject({ code: 'view_only' });
    expect(await storedRows()).toBe(0);
    expect(postMessage).not.toHaveBeenCalled();
    // Background writes, such as saving the reading position in a book, are refused without a message.
    expect(onRefused).toHaveBeenCalledTimes(writeNamed(kind)?.background ? 0 : 1);
  });

  it('view mode notifies the user once, even if some of the refused writes are background writes', async () => {
    await expect(store.writeAll([draftOf('news.read'), draftOf('comment.add')])).rejects.toMatchObject({
      code: 'view_only',
    });
    expect(onRefused).toHaveBeenCalledTimes(1);
  });

  const changes: [string, (store: Store) => Promise<unknown>][] = [
    ['undo', ({ undo }) => undo(sampleId(3))],
    ['discard', ({ discard }) => discard(sampleId(3))],
    ['retry', ({ retry }) => retry(sampleId(3))],
    ['supersede', ({ supersede }) => supersede(sampleId(3), {})],
    ['resolve', ({ resolve }) => resolve(sampleId(3), {})],
    ['restore', ({ restore }) => restore(sampleId(3))],
    ['handOver', ({ handOver }) => handOver(sampleId(3))],
    ['sendFirst', ({ sendFirst }) => sendFirst(sampleId(3))],
  ];
  it.each(changes)('view mode refuses the store function %s, which changes a waiting write', async (_name, change) => {
    await expect(change(store)).rejects.toMatchObject({ code: 'view_only' });
    expect(onRefused).toHaveBeenCalledTimes(1);
  });

  it('the tests of view mode cover every function of the store that changes something', () => {
    const functions = Object.entries(store).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
    const tested = ['now', 'newId', 'write', 'writeAll', ...changes.map(([name]) => name)];
    expect(functions.toSorted()).toEqual(tested.toSorted());
  });

  it('view mode saves no file and notifies the user', () => {
    saveFile('contacts.csv', 'text/csv', ['name']);
    saveBlob('ledger.csv', new Blob(['month']));
    expect(onRefused).toHaveBeenCalledTimes(2);
  });

  it('the store accepts writes again after view mode has ended', async () => {
    setViewMode(null);
    expect(isViewing()).toBe(false);
    await store.write(draftOf('comment.add') as never);
    expect(await db.outbox.count()).toBe(1);
    expect(onRefused).not.toHaveBeenCalled();
  });
});
