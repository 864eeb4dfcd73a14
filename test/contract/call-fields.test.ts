import { describe, expect, it } from 'vitest';
import { callNamed } from '../../contract/api-calls/index.ts';
import { PromoCode } from '../../contract/api-calls/registration.ts';
import { bookTags } from '../../contract/book-html.ts';
import { errorStatus } from '../../contract/error-status.ts';
import { errorTexts } from '../../contract/error-texts.ts';
import { fieldCodes } from '../../contract/field-codes.ts';
import { NewPassword, OldPassword } from '../../contract/passwords.ts';
import { blockTree } from '../../contract/landing/block-tree.ts';
import { writeNamed } from '../../contract/writes/index.ts';
import { codeOf, describeFields, sampleId, sampleTime, textOfLength } from '../helpers/field-cases.ts';
import { pageBlock, pageContext } from '../helpers/page-blocks.ts';
import { validArgs } from '../helpers/valid-args.ts';

const bodyOf = (name: Parameters<typeof callNamed>[0]) => callNamed(name).body!;
const [employee, device, ticket] = [sampleId(1), sampleId(2), sampleId(9)];
const [email, phone] = ['anna@example.org', '+4915112345678'];

describeFields([
  [
    'new password',
    NewPassword,
    [textOfLength(8), textOfLength(128)],
    [
      [textOfLength(7), 'password_short'],
      [textOfLength(129), 'too_long'],
    ],
  ],
  ['current password', OldPassword, ['x', textOfLength(128)], [['', 'required']]],
  [
    'promo code',
    PromoCode,
    ['abc', ' A-9 ', textOfLength(32)],
    [
      ['ab', 'promo_unavailable'],
      [textOfLength(33), 'promo_unavailable'],
      ['a_c', 'promo_unavailable'],
    ],
  ],
  [
    'contact that a code confirms',
    bodyOf('own.contact_code'),
    [{ email }, { phone }],
    [
      [{}, 'invalid'],
      [{ email, phone }, 'invalid'],
    ],
  ],
  [
    'state of a landing page',
    bodyOf('flows.change'),
    [{ state: 'draft' }, { state: 'archived' }],
    [[{ state: 'published' }, 'invalid']],
  ],
]);

it('promo codes are compared in capital letters', () => {
  expect(PromoCode.parse(' olga-7 ')).toBe('OLGA-7');
});

describe('the English text of an error', () => {
  it.each([...Object.keys(errorStatus), ...fieldCodes])('exists for the code %s', (code) => {
    expect(errorTexts[code as keyof typeof errorTexts]).toMatch(/^\p{Lu}.*\p{L}/u);
  });
});

describe('the HTML of a book chapter', () => {
  it('the HTML of a book chapter keeps the attributes that lists, tables, links, images and formulas need', () => {
    const common = ['id', 'lang', 'dir'];
    expect(bookTags).toMatchObject({
      ...{ p: common, a: [...common, 'href', 'title'], ol: [...common, 'start', 'type'], li: [...common, 'value'] },
      ...{ th: [...common, 'colspan', 'rowspan'], td: [...common, 'colspan', 'rowspan'] },
      img: [...common, 'data-picture', 'alt', 'width', 'height'],
      ...{ math: [...common, 'display'], mo: ['stretchy', 'fence', 'separator'], mi: ['mathvariant'] },
    });
    const [script, style, iframe, form] = ['script', 'style', 'iframe', 'form'].map((tag) => bookTags[tag]);
    expect([script, style, iframe, form]).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a button of a landing page', () => {
  it.each([
    [{ kind: 'form', value: '' }, '#form', null],
    [{ kind: 'phone', value: phone }, `tel:${phone}`, null],
    [{ kind: 'telegram', value: 'anna' }, 'https://t.me/anna', 'nofollow ugc noopener'],
    [{ kind: 'url', value: 'https://a.example/' }, 'https://a.example/', 'nofollow ugc noopener'],
  ] as const)('with the target %j opens %s', (target, href, rel) => {
    const tree = JSON.stringify(blockTree(pageBlock('button', { label: 'Open', target }), pageContext()));
    expect(tree).toContain(`"href":"${href}"`);
    expect(tree.includes('"rel":"nofollow ugc noopener"')).toBe(rel !== null);
  });
});

describe('a ticket that an employee creates for a person', () => {
  it("a ticket created for a person begins with the person's message, and is taken by the employee", () => {
    const args = validArgs['ticket.create_for'] as { user_id: string; author_name: string; body: string; at: string };
    const context = {
      user_id: employee,
      user_name: 'Olga',
      device_id: device,
      is_manager: false,
      id: ticket,
      at: sampleTime,
    };
    const message = {
      id: ticket,
      author_id: args.user_id,
      author_name: args.author_name,
      body: args.body,
      at: args.at,
    };
    expect(writeNamed('ticket.create_for')!.optimistic(null, args, context)).toMatchObject({
      ...{ state: 'taken', access: 'own', responsible_id: employee, responsible_name: 'Olga', author_id: args.user_id },
      messages: [{ ...message, by_staff: false, internal: false, attachments: [], delivery: null }],
    });
    expect(codeOf(bodyOf('tickets.create_for'), {})).not.toBeNull();
  });
});
