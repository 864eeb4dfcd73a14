import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseRemoved } from '../../server/features/accounts/deletion.ts';
import { cleanUp } from '../../server/jobs/clean-up.ts';
import { sha256Of } from '../helpers/images.ts';
import { openPartnerWorld, makePdf } from '../helpers/partners.ts';
import { fetchBlobStatus } from '../helpers/sync-server.ts';
import { beginUpload } from '../helpers/uploads.ts';

const { server, ops, partners, mary, carl, olga, stranger, admin, anna } = await openPartnerWorld();
let lead: string;

afterAll(() => server.close());
beforeEach(async () => {
  lead = await ops.of(carl);
});

const auditOf = (target_id: string) =>
  server.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'detail'])
    .where('target_id', '=', target_id)
    .orderBy('id')
    .execute();

describe('becoming a partner', () => {
  it('becoming a partner makes a lead active, and is recorded in timeline and audit log', async () => {
    const sent = await server.send(carl, partners.make(lead, { partner_note: 'Two shops' }));
    expect(sent).toMatchObject({
      status: 200,
      row: { status: 'active', company: 'Berg Books', partner_note: 'Two shops', commission_percent: 0 },
    });
    expect(sent.row).toMatchObject({ partner_since: server.iso(), partner_files: [] });
    const events = [...(await ops.mirror(carl, 'person_events')).values()].filter((row) => row['person_id'] === lead);
    expect(events).toMatchObject([
      { kind: 'status', by_id: carl.id, detail: { from: 'processing', to: 'active', why: 'partner' } },
    ]);
    expect(await auditOf(lead)).toMatchObject([{ action: 'partner_made', actor_id: carl.id }]);
  });

  it('removes a waiting lead from the pool when an admin makes the lead a partner', async () => {
    const waiting = await ops.createWaiting();
    expect(await server.send(admin, partners.make(waiting))).toMatchObject({ status: 200, row: { status: 'active' } });
    expect((await ops.mirror(carl, 'waiting_leads')).has(waiting)).toBe(false);
  });

  it('becoming a partner again changes nothing, and is refused if the company or note differs', async () => {
    const first = await server.send(carl, partners.make(lead));
    expect(await server.send(mary, partners.make(lead))).toMatchObject({ status: 200, rev: first.rev });
    const empty = { company: '', partner_note: '' };
    expect(await server.send(mary, partners.make(lead, empty))).toMatchObject({ status: 200, rev: first.rev });
    expect(await server.send(mary, partners.make(lead, { company: 'Other' }))).toMatchObject({
      ...{ status: 409, code: 'already_partner' },
    });
    expect(await server.send(mary, partners.make(lead, { partner_note: 'Other' }))).toMatchObject({
      ...{ status: 409, code: 'already_partner' },
    });
  });

  it('refuses to make a closed lead a partner', async () => {
    const closed = await ops.of(carl, { status: 'not_active' });
    expect(await server.send(carl, partners.make(closed))).toMatchObject({ status: 409, code: 'lead_state' });
  });

  it.each([
    ['a colleague', () => olga, 404],
    ['a consultant of no team', () => stranger, 404],
    ['a learner', () => anna, 403],
  ])('lets %s neither make a person a partner nor change the files and the commission', async (_, who, status) => {
    const file = await partners.uploadPdf(who());
    const writes = [
      partners.make(lead),
      partners.attach(lead, file),
      partners.detach(lead, file.sha256),
      partners.commission(lead, 5),
    ];
    for (const write of writes) expect((await server.send(who(), write)).status, write.kind).toBe(status);
    expect(await ops.userRow(lead)).toMatchObject({ partner_since: null, partner_files: [], commission_percent: 0 });
  });
});

describe('the company and the note of a partner', () => {
  it('the company and the note of a partner are edited like other fields of a person', async () => {
    const { rev } = await server.send(carl, partners.make(lead));
    expect(await server.send(carl, ops.edit(lead, { company: 'Berg' }, { company: 'Berg Books' }, rev))).toMatchObject({
      ...{ status: 200, row: { company: 'Berg' } },
    });
    expect(await server.send(mary, ops.edit(lead, { company: 'Tal' }, { company: 'Berg Books' }, rev))).toMatchObject({
      ...{ status: 409, code: 'conflict' },
    });
  });

  it('refuses the company and the note of a partner for a person who is not a partner', async () => {
    for (const patch of [{ company: 'Berg' }, { partner_note: 'Two shops' }])
      expect(await server.send(carl, ops.edit(lead, patch))).toMatchObject({ status: 422, code: 'not_a_partner' });
  });
});

describe('the commission of a partner', () => {
  it('only an admin can set the commission of a partner, and the audit log records the change', async () => {
    await server.send(carl, partners.make(lead));
    for (const person of [carl, mary])
      expect(await server.send(person, partners.commission(lead, 10))).toMatchObject({ status: 403 });
    expect(await server.send(admin, partners.commission(lead, 50))).toMatchObject({
      ...{ status: 200, row: { commission_percent: 50 } },
    });
    expect((await auditOf(lead)).at(-1)).toMatchObject({
      ...{ action: 'partner_commission_set', actor_id: admin.id, detail: { from: 0, to: 50 } },
    });
    const known = (await auditOf(lead)).length;
    await server.send(admin, partners.commission(lead, 50));
    expect(await auditOf(lead)).toHaveLength(known);
  });

  it('the commission of a partner must be a whole number from 0 to 50 percent', async () => {
    expect(await server.send(admin, partners.commission(lead, 10))).toMatchObject({ code: 'not_a_partner' });
    await server.send(carl, partners.make(lead));
    for (const percent of [-1, 51, 2.5])
      expect(await server.send(admin, partners.commission(lead, percent))).toMatchObject({ status: 400 });
  });
});

describe('the files of a partner', () => {
  beforeEach(async () => {
    await server.send(carl, partners.make(lead));
  });

  it('the files of a partner are PDFs and pictures, readable only by employees who see the person', async () => {
    const [file, picture] = [await partners.uploadPdf(carl), await partners.uploadPicture(carl)];
    await server.send(carl, partners.attach(lead, file));
    const { row } = await server.send(carl, partners.attach(lead, picture));
    expect(row).toMatchObject({ partner_files: [file, { ...picture, mime: 'image/jpeg' }] });
    for (const { sha256 } of [file, picture]) {
      const statuses = await Promise.all([mary, admin, olga, anna].map((who) => fetchBlobStatus(server, who, sha256)));
      expect(statuses).toEqual([200, 200, 404, 404]);
    }
    expect((await auditOf(lead)).slice(1)).toMatchObject([
      { action: 'partner_file_added', detail: { sha256: file.sha256 } },
      { action: 'partner_file_added', detail: { sha256: picture.sha256 } },
    ]);
  });

  it('the files of a partner are sent as attachments that no browser runs', async () => {
    const { sha256 } = await partners.uploadPdf(carl);
    const { headers } = await server.plain.app.inject({
      url: `/api/sync/blobs/${sha256}`,
      headers: { authorization: `Bearer ${carl.token}` },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
  });

  it('the files of a partner are limited to five, and another file can be added after one is removed', async () => {
    const files = [];
    for (let index = 0; index < 6; index += 1) files.push(await partners.uploadPdf(carl));
    for (const file of files.slice(0, 5))
      expect(await server.send(carl, partners.attach(lead, file))).toMatchObject({ status: 200 });
    expect(await server.send(carl, partners.attach(lead, files[5]!))).toMatchObject({
      status: 422,
      code: 'files_full',
    });
    const again = await server.send(carl, partners.attach(lead, files[0]!));
    expect(again.row).toMatchObject({ partner_files: files.slice(0, 5) });
    const removed = await server.send(carl, partners.detach(lead, files[0]!.sha256));
    expect(removed.row).toMatchObject({ partner_files: files.slice(1, 5) });
    expect(await server.send(carl, partners.detach(lead, files[0]!.sha256))).toMatchObject({ rev: removed.rev });
    expect(await server.send(carl, partners.attach(lead, files[5]!))).toMatchObject({ status: 200 });
  });

  it('the files of a partner must have been uploaded by the caller with the given type', async () => {
    const foreign = await partners.uploadPdf(olga);
    expect(await server.send(carl, partners.attach(lead, foreign))).toMatchObject({
      status: 424,
      code: 'blob_missing',
    });
    const file = await partners.uploadPdf(carl);
    const pdfAsPicture = { ...file, mime: 'image/png' };
    expect(await server.send(carl, partners.attach(lead, pdfAsPicture))).toMatchObject({ code: 'file_invalid' });
    const picture = { ...(await partners.uploadPicture(carl)), mime: 'application/pdf' };
    expect(await server.send(carl, partners.attach(lead, picture))).toMatchObject({ code: 'file_invalid' });
  });

  it('the files of a partner cannot be added to a person who is not a partner', async () => {
    const other = await ops.of(carl);
    const file = await partners.uploadPdf(carl);
    expect(await server.send(carl, partners.attach(other, file))).toMatchObject({ code: 'not_a_partner' });
    expect(await server.send(carl, partners.detach(other, file.sha256))).toMatchObject({ code: 'not_a_partner' });
  });

  it('the files of a partner are kept until they are removed or the person is erased', async () => {
    const [kept, dropped] = [await partners.uploadPdf(carl), await partners.uploadPdf(carl)];
    for (const file of [kept, dropped]) await server.send(carl, partners.attach(lead, file));
    await server.send(carl, partners.detach(lead, dropped.sha256));
    server.pass(8 * 86_400_000);
    await cleanUp(server.deps.db, new Date(server.now));
    expect([
      await fetchBlobStatus(server, carl, kept.sha256),
      await fetchBlobStatus(server, carl, dropped.sha256),
    ]).toEqual([200, 404]);
    const { first_name, last_name } = await ops.userRow(lead);
    await server.send(mary, ops.op('lead.remove', lead, { typed_name: `${first_name} ${last_name}` }));
    expect(await fetchBlobStatus(server, mary, kept.sha256)).toBe(404);
    await eraseRemoved(server.deps, lead);
    expect(await ops.userRow(lead)).toMatchObject({
      ...{ partner_since: null, company: '', partner_note: '', commission_percent: 0, partner_files: [] },
    });
    server.pass(8 * 86_400_000);
    await cleanUp(server.deps.db, new Date(server.now));
    expect(await fetchBlobStatus(server, carl, kept.sha256)).toBe(404);
  });
});

describe('the upload of a PDF', () => {
  it('refuses an uploaded PDF with the bytes of another type, and starts the upload over', async () => {
    const data = Buffer.from('<html>%PDF-</html>');
    await beginUpload(server.plain, carl, data, { mime: 'application/pdf' });
    const sent = await server.plain.call('sync.upload_part', {
      ...{ token: carl.token, params: { sha256: sha256Of(data) }, query: { offset: 0 }, body: data },
    });
    expect([sent.status, sent.body['code']]).toEqual([422, 'file_invalid']);
    expect((await beginUpload(server.plain, carl, data, { mime: 'application/pdf' })).body).toEqual({
      ...{ offset: 0, complete: false },
    });
  });

  it('refuses an uploaded PDF as the photo of a contact', async () => {
    const { sha256, bytes } = await partners.uploadPdf(carl);
    const contact = await server.plain.call('contacts.add', { token: carl.token, body: { first_name: 'Nina' } });
    const photo = { sha256, bytes, mime: 'image/png' };
    const args = { photo, at: server.iso() };
    expect(
      await server.send(carl, server.op({ kind: 'contact.photo', id: String(contact.body['id']), args })),
    ).toMatchObject({
      ...{ status: 424, code: 'blob_missing' },
    });
    expect(makePdf().subarray(0, 5).toString()).toBe('%PDF-');
  });
});
