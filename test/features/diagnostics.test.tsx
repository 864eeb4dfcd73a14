import { expect, it } from 'vitest';
import { diagnosticsText, type DiagnosticsData } from '../../src/features/sync-centre/diagnostics.ts';
import { openGates, initialStatus } from '../../src/db/schema/sync-status.ts';
import { CONTACT, makeConflict, makeContact, makeEntry } from './entry-maker.ts';
import { ANNA } from './fake-app.tsx';

const canaries = ['CanaryName', 'CanaryText', '+499999999', 'canary@example.org', 'canary-token'];
const [name, text, number, email] = canaries as [string, string, string, string, string];
const DEVICE = '0198c000-0000-7000-8000-0000000000d1';

const facts: DiagnosticsData = {
  app_version: '0.1.0',
  device_id: DEVICE,
  browser: 'Browser 1',
  language: 'de',
  now: Date.UTC(2026, 4, 3),
  isOnline: true,
  isPaused: true,
  isProtected: false,
  status: { ...initialStatus, clock_offset_ms: 90_400, gates: { ...openGates, auth: true, storage_full: true } },
  cursors: { p0: 12, p1: 40 },
  entries: [
    makeConflict(
      {
        phones: { mine: number, theirs: text, theirs_by: name, theirs_device: name },
        row: makeContact({ first_name: name }),
      },
      {
        title: name,
        args: { first_name: name, phones: [{ number, label: text }], emails: [email] },
        base: { notes: text },
      },
    ),
    makeEntry(1, { title: name, args: { text }, frozen: text, state: 'rejected', attempts_net: 4 }),
    makeEntry(2, { title: text }),
    makeEntry(3, { title: text }),
  ],
  rows: [
    ['contacts', 3],
    ['tasks', 1],
  ],
  receipts: 5,
  files: { count: 2, bytes: 1000, unsent: 1 },
  storage: { usage: 10, quota: 100 },
};

it('diagnostics contain versions, counts, cursors, error codes and the conditions that stop sending', () => {
  const diagnostics = diagnosticsText(facts);
  for (const line of [
    'Haversack 0.1.0',
    `device: ${DEVICE}`,
    'clock offset: 90 s',
    'paused: yes',
    'gates: auth, storage_full',
    'cursors: p0 12, p1 40',
    '  comment.add queued: 2',
    '  comment.add rejected: 1',
    '  contact.edit conflict: 1',
    '  1970-01-01T00:00:00.000Z contact.edit: 409 conflict',
    '  contacts: 3',
    'files: 2, 1000 bytes, 1 not sent',
  ]) {
    expect(diagnostics.split('\n')).toContain(line);
  }
});

it('diagnostics contain no personal data and no ids of records', () => {
  const diagnostics = diagnosticsText(facts);
  const records = [CONTACT, ANNA, ...facts.entries.flatMap(({ op_id, entity_id, lane }) => [op_id, entity_id, lane])];
  for (const canary of [...canaries, ...records]) expect(diagnostics).not.toContain(canary);
});
