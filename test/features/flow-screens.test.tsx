import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Flow } from '../../contract/entities/flow.ts';
import { MAX_BLOCKS, MAX_FLOWS } from '../../contract/landing/values.ts';
import type { PhoneDb } from '../../src/db/schema/db.ts';
import { saveMeta } from '../../src/db/schema/meta.ts';
import { makeEntry } from './entry-maker.ts';
import { freshPorts, openPhone, showApp } from './fake-app.tsx';
import { blockId, FLOW, makeBlock, makeFlow } from './flow-maker.ts';

const { account } = vi.hoisted(() => ({ account: vi.fn<(action: string) => Promise<unknown>>() }));
vi.mock('../../src/bridge/sync.ts', () => ({ sync: { account, fetchBlob: async () => false } }));

const WITHIN = { timeout: 20_000 };
const refused = (code: string) => ({ ok: false, why: 'refused', code });

let replies: Record<string, unknown>;

beforeEach(() => {
  replies = { checkFlowName: { ok: true, is_taken: false, error: null } };
  account.mockImplementation(async (action) => replies[action] ?? { ok: false, why: 'no_answer' });
});

/** Opens the editor of a page with one block. */
async function openEditor(change: Partial<Flow> = {}, prepare: (db: PhoneDb) => Promise<unknown> = async () => {}) {
  const ports = freshPorts();
  const db = await openPhone(ports);
  await saveMeta(db, 'landing_url', 'https://pages.example');
  await db.flows.add(makeFlow(change));
  await db.landing_blocks.add(makeBlock(1, 'heading', { text: 'Why' }));
  await prepare(db);
  await showApp(`/flows/edit_landing/${FLOW}`, ports);
}

const publishButton = (sheet: HTMLElement) =>
  within(sheet).getByRole<HTMLButtonElement>('button', { name: 'Publish', hidden: true });

async function openPublishSheet(): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }, WITHIN));
  return screen.findByRole('dialog', {}, WITHIN);
}

describe('the page editor', () => {
  it('the editor of a page says that a flow is not on this device', async () => {
    const ports = freshPorts();
    await openPhone(ports);
    await showApp(`/flows/edit_landing/${FLOW}`, ports);
    expect(await screen.findByText('This flow is not on this device.', {}, WITHIN)).toBeTruthy();
  });

  it('offers to take an archived page out of the archive, but not to add blocks to it', async () => {
    await openEditor({ state: 'archived' });
    expect(await screen.findByRole('button', { name: 'Take out of archive' }, WITHIN)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a block' })).toBeNull();
  });

  it('says why no further block can be added to a page with 30 blocks', async () => {
    await openEditor({}, (db) => {
      const others = Array.from({ length: MAX_BLOCKS - 1 }, (_, index) =>
        makeBlock(2, 'divider', { id: `0198c000-0000-7000-8000-0000000001${index + 10}`, position: `b${index + 10}` }),
      );
      return db.landing_blocks.bulkAdd(others);
    });
    expect(await screen.findByText('A page can have 30 blocks at most', {}, WITHIN)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a block' }).disabled).toBe(true);
  });

  it('marks a block whose change the server has rejected', async () => {
    const edit = { entity: 'landing_blocks', entity_id: blockId(1), kind: 'landing_block.edit' } as const;
    await openEditor({}, (db) => db.outbox.add(makeEntry(1, { ...edit, state: 'rejected', args: { text: 'x' } })));
    const row = await screen.findByRole('row', { name: /Heading/ }, WITHIN);
    expect(within(row).getByText('Not accepted')).toBeTruthy();
  });
});

it('shows no form for a new flow when the limit of 20 flows is reached', async () => {
  const ports = freshPorts();
  const db = await openPhone(ports, { is_subscribed: false });
  const all = Array.from({ length: MAX_FLOWS }, (_, index) =>
    makeFlow({ id: `0198c000-0000-7000-8000-0000000002${index + 10}`, unique_name: null }),
  );
  await db.flows.bulkAdd(all);
  await showApp('/flows/new', ports);
  const text = 'You have reached the limit of 20 flows. Delete one to create another.';
  expect(await screen.findByText(text, {}, WITHIN)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create flow' })).toBeNull();
});

describe('publish sheet of a page', () => {
  it.each([
    [refused('conflict'), 'Another device has changed this page. Look at it again before you publish'],
    [refused('landing_incomplete'), 'Fill all empty fields'],
    [{ ok: false, why: 'unsent' }, 'Some changes of this page could not be sent'],
    [{ ok: false, why: 'offline' }, 'You need to be online to publish. Your draft is saved on this device.'],
  ])('says why a page was not published after the result %j', async (result, text) => {
    replies['publishFlow'] = result;
    await openEditor();
    const sheet = await openPublishSheet();
    await within(sheet).findByText('Address is free', {}, WITHIN);
    fireEvent.click(publishButton(sheet));
    expect(await within(sheet).findByText(text, {}, WITHIN)).toBeTruthy();
    expect(screen.queryByText('Your page is published')).toBeNull();
  });

  it('shows the link of a page after the page is published', async () => {
    replies['publishFlow'] = { ok: true, url: 'https://pages.example/l/open-evening' };
    await openEditor();
    const sheet = await openPublishSheet();
    await within(sheet).findByText('Address is free', {}, WITHIN);
    fireEvent.click(publishButton(sheet));
    expect(await screen.findByRole('link', { name: /pages\.example\/l\/open-evening/ }, WITHIN)).toBeTruthy();
  });

  it('disables publishing on a server without an origin for pages', async () => {
    await openEditor({}, (db) => saveMeta(db, 'landing_url', null));
    const sheet = await openPublishSheet();
    await within(sheet).findByText('Address is free', {}, WITHIN);
    expect(within(sheet).getByText('This server has no address for pages')).toBeTruthy();
    expect(publishButton(sheet).disabled).toBe(true);
  });

  it('disables publishing while the address of a page could not be checked', async () => {
    replies['checkFlowName'] = { ok: false, why: 'no_answer' };
    await openEditor();
    const sheet = await openPublishSheet();
    expect(await within(sheet).findByText('An error occurred', {}, WITHIN)).toBeTruthy();
    expect(publishButton(sheet).disabled).toBe(true);
  });

  it('shows before publication that the server has rejected the address of the page', async () => {
    const change = { entity: 'flows', entity_id: FLOW, kind: 'flow.edit', args: { unique_name: 'spring' } } as const;
    const error = { status: 409, code: 'flow_name_taken', at: 0 } as const;
    await openEditor({ unique_name: null }, (db) =>
      db.outbox.add(makeEntry(1, { ...change, state: 'rejected', error })),
    );
    const sheet = await openPublishSheet();
    expect(await within(sheet).findByText(/^Not accepted/, {}, WITHIN)).toBeTruthy();
  });
});

describe('the versions of a page', () => {
  async function openVersions(): Promise<HTMLElement> {
    await openEditor();
    fireEvent.click(await screen.findByRole('button', { name: 'Versions' }, WITHIN));
    return screen.findByRole('dialog', {}, WITHIN);
  }

  it('says that a page has no versions before its first publication', async () => {
    replies['flowVersions'] = { ok: true, versions: [] };
    const sheet = await openVersions();
    expect(await within(sheet).findByText('This page was never published.', {}, WITHIN)).toBeTruthy();
  });

  it('says why the versions of a page could not be fetched', async () => {
    replies['flowVersions'] = refused('not_found');
    const sheet = await openVersions();
    expect(await within(sheet).findByRole('alert', {}, WITHIN)).toBeTruthy();
    expect(within(sheet).queryByText('This page was never published.')).toBeNull();
  });

  it('restores a version of a page from the list of its versions, after a confirmation', async () => {
    const version = { number: 3, title: 'Open evening', published_at: '2026-05-03T09:00:00.000Z', blocks: 2 };
    replies['flowVersions'] = { ok: true, versions: [version] };
    const sheet = await openVersions();
    fireEvent.click(await within(sheet).findByRole('button', { name: /^Restore the version/ }, WITHIN));
    replies['restoreFlowVersion'] = { ok: true };
    const dialog = await screen.findByRole('alertdialog', {}, WITHIN);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Version restored', {}, WITHIN)).toBeTruthy();
    expect(account).toHaveBeenCalledWith('restoreFlowVersion', FLOW, 3);
  });
});
