import type { Me } from '../../../contract/entities/me.ts';
import { Ids } from './ids.ts';
import { readRow } from './rows.ts';
import { me } from './tables/own.ts';
import { isObject } from './values.ts';

/** Reads the profile of the user who logs in. Returns null if the body is not a profile. */
export function readProfile(body: unknown, now: string): Me | null {
  const raw = isObject(body) && isObject(body['user']) ? body['user'] : body;
  const context = { ids: new Ids(), me: null, user_id: '', now, reported: new Set<string>() };
  const row = readRow(me, raw, context, null);
  return row && ({ ...row, rev: 1 } as Me);
}
