import { i18n } from '@lingui/core';
import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { onTestFinished } from 'vitest';
import type { Me } from '../../contract/entities/me.ts';
import { App } from '../../src/app/app.tsx';
import { createSession, type Session } from '../../src/app/session.ts';
import type { SyncApi } from '../../src/bridge/sync-api.ts';
import { openDeviceDb, openPhoneDb, type DbPorts, type PhoneDb } from '../../src/db/schema/db.ts';
import { saveDeviceValue } from '../../src/db/schema/device.ts';
import { saveStatus } from '../../src/db/schema/sync-meta.ts';
import type { SyncStatus } from '../../src/db/schema/sync-status.ts';
import type { Channel } from '../../src/lib/ports.ts';
import { createMemoryLocks } from '../helpers/phone.ts';

export const ANNA = '0198c000-0000-7000-8000-000000000001';

export function makeMe(change: Partial<Me> = {}): Me {
  return {
    id: ANNA,
    rev: 1,
    email: 'anna@example.org',
    phone: null,
    first_name: 'Anna',
    last_name: 'Berg',
    middle_name: null,
    avatar: null,
    language: 'en',
    theme: 'system',
    text_size: 'm',
    country: null,
    city: null,
    time_zone: 'Europe/Berlin',
    date_birth: null,
    telegram: null,
    promo_code: null,
    referrer: null,
    subscribed_until: null,
    is_superuser: false,
    is_staff: false,
    is_manager: false,
    is_active: true,
    is_blocked: false,
    is_subscribed: true,
    created_at: '2026-01-02T10:00:00.000Z',
    ...change,
  };
}

/** Stores the data of a login on the device. */
export async function logInOnPhone(ports: DbPorts, me: Me, status: Partial<SyncStatus> = {}): Promise<void> {
  const device = openDeviceDb(ports);
  const db = openPhoneDb(me.id, ports);
  await db.me.put(me);
  await saveStatus(db, { connection: 'online', ...status });
  await saveDeviceValue(device, 'current_user', { id: me.id });
  db.close();
  device.close();
}

/** Returns the database of Anna's device after her login. It stays open until the end of the test. */
export async function openPhone(
  ports: DbPorts,
  me: Partial<Me> = {},
  status: Partial<SyncStatus> = {},
): Promise<PhoneDb> {
  await logInOnPhone(ports, makeMe(me), status);
  const db = openPhoneDb(ANNA, ports);
  onTestFinished(() => db.close());
  return db;
}

const silent = (): Channel => ({ post: () => {}, listen: () => {}, close: () => {} });

export const idleSync: Pick<SyncApi, 'start' | 'syncNow' | 'logout' | 'reportLogout'> = {
  start: async () => {},
  syncNow: async () => ({ ok: true }),
  logout: async () => ({ ok: true }),
  reportLogout: async () => {},
};

export interface RenderedApp {
  session: Session;
  ports: DbPorts;
  history: RouterHistory;
  path: () => string;
}

export const freshPorts = (): DbPorts => ({ indexedDB: new IDBFactory(), IDBKeyRange });

/** Renders the entire app at a path with its own databases. */
export async function showApp(at: string, databases: DbPorts, sync = idleSync): Promise<RenderedApp> {
  i18n.loadAndActivate({ locale: 'en', messages: {} });
  const clock = {
    now: () => Date.now(),
    after: (ms: number, run: () => void) => {
      const timer = setTimeout(run, Math.min(ms, 50));
      return () => clearTimeout(timer);
    },
  };
  const ports = { ...databases, clock, random: Math.random, channel: silent, locks: createMemoryLocks() };
  const session = createSession(ports, sync);
  const history = createMemoryHistory({ initialEntries: [at] });
  await session.open();
  render(
    <App
      session={session}
      ports={ports}
      boot={{ language: 'en', theme: 'system', text_size: 'm' }}
      history={history}
    />,
  );
  return { session, ports: databases, history, path: () => history.location.pathname + history.location.search };
}
