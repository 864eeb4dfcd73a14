import { uuidv7 } from 'uuidv7';
import { afterAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../server/http/openapi/document.ts';
import { makePng } from '../helpers/images.ts';
import { multipartBody, type Part } from '../helpers/multipart.ts';
import { openPartnerWorld, makePdf } from '../helpers/partners.ts';
import { codesIn } from '../helpers/server.ts';
import type { Person } from '../helpers/sync-server.ts';

const { server, ops, partners, mary, carl, olga, stranger, admin, anna } = await openPartnerWorld();
afterAll(() => server.close());

const part = (name: string, value: string): Part => ({ name, value });
const file = (data: Buffer, filename: string): Part => ({ name: 'files', file: data, filename, type: 'x/y' });

const create = (who: Person, parts: readonly Part[], key?: string) => {
  const { payload: body, headers } = multipartBody(parts);
  const more = key === undefined ? {} : { 'idempotency-key': key };
  return server.plain.call('partners.create', { token: who.token, body, headers: { ...headers, ...more } });
};
const nina = () => [part('first_name', 'Nina'), part('phone', ops.unusedPhone()), part('company', 'Berg Books')];
const namesOf = (body: Record<string, unknown>) =>
  (body['partner_files'] as { name: string }[]).map(({ name }) => name);

describe('the form of a new partner', () => {
  it('creates an active partner of the caller with company, note and files', async () => {
    const contract = file(makePdf(), 'C:\\Papers\\Vertrag Süd.pdf');
    const { status, body } = await create(carl, [
      ...nina(),
      part('partner_note', 'Two shops'),
      contract,
      file(makePng(), 'shop.png'),
    ]);
    expect([status, body['message']]).toEqual([201, 'Partner created']);
    expect(body).toMatchObject({
      ...{ status: 'active', responsible_id: carl.id, company: 'Berg Books', partner_note: 'Two shops' },
      partner_files: [
        { name: 'Vertrag Süd.pdf', mime: 'application/pdf', bytes: makePdf().length },
        { name: 'shop.png', mime: 'image/jpeg' },
      ],
    });
    expect((await ops.mirror(carl, 'people')).has(String(body['id']))).toBe(true);
  });

  it('the form of a new partner is also accepted as JSON, without files', async () => {
    const body = { first_name: 'Nina', phone: ops.unusedPhone() };
    const reply = await server.plain.call('partners.create', { token: carl.token, body });
    expect([reply.status, reply.body['company'], reply.body['partner_files']]).toEqual([201, '', []]);
  });

  it('creates one partner per idempotency key, and rejects the same key with other files', async () => {
    const [parts, key] = [[...nina(), file(makePdf(), 'a.pdf')], uuidv7()];
    const [first, second] = [await create(carl, parts, key), await create(carl, parts, key)];
    expect([second.status, second.body['id']]).toEqual([201, first.body['id']]);
    for (const other of [file(makePdf('other'), 'a.pdf'), file(makePdf(), 'b.pdf')])
      expect((await create(carl, [...parts.slice(0, -1), other], key)).body['code']).toBe('idempotency_key_reused');
  });

  it('the form of a new partner is refused if the phone number is known', async () => {
    const parts = nina();
    await create(carl, parts);
    expect(await create(carl, parts)).toMatchObject({ status: 409, body: { code: 'phone_taken' } });
  });

  it.each<[string, () => Part[], number, string, Record<string, string>]>([
    ['no name', () => nina().slice(1), 400, 'invalid', { first_name: 'required' }],
    ['neither phone nor email', () => [part('first_name', 'Nina')], 400, 'invalid', { phone: 'phone_or_email' }],
    [
      'a long company',
      () => [...nina().slice(0, 2), part('company', 'x'.repeat(101))],
      400,
      'invalid',
      { company: 'too_long' },
    ],
    [
      'an own commission',
      () => [...nina(), part('commission_percent', '50')],
      400,
      'invalid',
      { commission_percent: 'unknown' },
    ],
    [
      'a web page named .pdf',
      () => [...nina(), file(Buffer.from('<p>%PDF-</p>'), 'a.pdf')],
      422,
      'file_invalid',
      { files: 'file_invalid' },
    ],
    [
      'a broken picture',
      () => [...nina(), file(makePng().subarray(0, 20), 'a.png')],
      422,
      'not_an_image',
      { files: 'not_an_image' },
    ],
    [
      'a file of 10.1 MB',
      () => [...nina(), file(Buffer.concat([makePdf(), Buffer.alloc(10_600_000)]), 'a.pdf')],
      413,
      'too_large',
      {},
    ],
    [
      'six files',
      () => [...nina(), ...Array.from({ length: 6 }, (_, index) => file(makePdf(String(index)), 'a.pdf'))],
      422,
      'files_full',
      {},
    ],
    [
      'a file in another field',
      () => [...nina(), { ...file(makePdf(), 'a.pdf'), name: 'photo' }],
      400,
      'invalid',
      { photo: 'unknown' },
    ],
    [
      'a file name of 300 characters',
      () => [...nina(), file(makePdf(), `${'x'.repeat(300)}.pdf`)],
      400,
      'invalid',
      { files: 'invalid' },
    ],
  ])('the form of a new partner is rejected entirely with %s', async (_, parts, status, code, fields) => {
    const before = (await ops.mirror(carl, 'people')).size;
    const reply = await create(carl, parts());
    expect([reply.status, reply.body['code'], codesIn(reply.body)]).toEqual([status, code, fields]);
    expect((await ops.mirror(carl, 'people')).size).toBe(before);
  });

  it('accepts five files of more than 10 MB in total with a new partner, and stores duplicates once', async () => {
    const large = (note: string) => Buffer.concat([makePdf(note), Buffer.alloc(3_000_000)]);
    const notes = ['1', '2', '3', '4', '4'];
    const parts = notes.map((note, index) => file(large(note), `${index}.pdf`));
    const { status, body } = await create(carl, [...nina(), ...parts]);
    expect([status, namesOf(body)]).toEqual([201, ['0.pdf', '1.pdf', '2.pdf', '3.pdf']]);
  });

  it('the form of a new partner is described as a form with a list of files', () => {
    const { paths } = openApiDocument({ public_url: 'http://localhost', sync_calls: true }) as unknown as {
      paths: Record<string, { post: { requestBody: { content: Record<string, Record<string, never>> } } }>;
    };
    const form = paths['/api/accounts/user/create_partner_user/']!.post.requestBody.content['multipart/form-data'];
    expect(form).toMatchObject({
      schema: { properties: { files: { type: 'array', maxItems: 5, items: { format: 'binary' } } } },
      encoding: { files: { contentType: 'application/pdf, image/jpeg, image/png' } },
    });
  });
});

describe('the details of a partner', () => {
  it('shows the details of a partner only to the employees in charge', async () => {
    const id = await ops.of(carl);
    await server.send(carl, partners.make(id));
    const details = (who: Person, user_id = id) =>
      server.plain.call('partners.details', { token: who.token, body: { user_id } });
    for (const who of [carl, mary, admin])
      expect(await details(who)).toMatchObject({
        status: 200,
        body: { user: { id, company: 'Berg Books' }, commission: null },
      });
    const missing = await details(carl, uuidv7());
    const plain = await ops.of(carl);
    const hidden = [await details(olga), await details(stranger), await details(carl, plain)];
    for (const reply of hidden)
      expect([reply.status, reply.body['code'], reply.body['message']]).toEqual([
        ...[missing.status, missing.body['code'], missing.body['message']],
      ]);
    expect(missing.status).toBe(404);
    expect((await details(anna)).status).toBe(403);
  });
});
