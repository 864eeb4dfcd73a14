import { createHash } from 'node:crypto';
import { PDF_TYPE } from '../../contract/values.ts';
import type { Tx } from '../db/tables.ts';
import { storeBlob } from '../features/blobs/repository.ts';
import { joinTeam } from '../features/team/counts.ts';
import { createPdf } from './pdf.ts';

const PARTNER_SINCE_DAYS = 90;
const DAY_MS = 86_400_000;

/** The people whom the demo partner invited; their donations count for the commission. */
const invitedNames = ['Lena', 'Jonas'];

const agreementPdf = createPdf({ title: 'Agreement', author: 'Haversack', language: 'en' }, [
  { title: 'Partner agreement', lines: ['Lang Books, Leipzig.', 'The commission is 10 percent, paid every quarter.'] },
]);

/** Seeds Petra as a partner with a file, and as the referrer of two other people. */
export async function seedPartners(
  tx: Tx,
  ids: ReadonlyMap<string, string>,
  { scope, now }: { scope: string; now: Date },
): Promise<void> {
  const partner_id = ids.get('Petra') ?? '';
  const data = Buffer.from(agreementPdf, 'latin1');
  const sha256 = createHash('sha256').update(data).digest('hex');
  await storeBlob(tx, scope, { sha256, mime: PDF_TYPE, data }, now.toISOString());
  const file = { sha256, mime: PDF_TYPE, name: 'Partner agreement.pdf', bytes: data.length };
  await tx
    .updateTable('users')
    .set({
      partner_since: new Date(now.getTime() - PARTNER_SINCE_DAYS * DAY_MS).toISOString(),
      company: 'Lang Books',
      partner_note: 'Sells our books in two shops. Call before noon.',
      commission_percent: 10,
      partner_files: JSON.stringify([file]),
    })
    .where('scope', '=', scope)
    .where('id', '=', partner_id)
    .execute();
  for (const name of invitedNames) {
    const id = ids.get(name) ?? '';
    const { created_at } = await tx
      .updateTable('users')
      .set({ referrer_id: partner_id })
      .where('scope', '=', scope)
      .where('id', '=', id)
      .returning('created_at')
      .executeTakeFirstOrThrow();
    await joinTeam(tx, { scope, id, referrer_id: partner_id, created_at });
  }
}
