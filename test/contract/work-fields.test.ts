import { describe, expect, it } from 'vitest';
import { categoryFields } from '../../contract/entities/contact-category.ts';
import { flowFields, UniqueName } from '../../contract/entities/flow.ts';
import { BlockPosition, isImageProp, LandingBlock } from '../../contract/entities/landing-block.ts';
import {
  duplicateNeedsOriginal,
  forceNeedsReason,
  otherNeedsText,
  phoneOrEmail,
  StartIn,
} from '../../contract/entities/lead-args.ts';
import { Period } from '../../contract/entities/package.ts';
import { CommissionPercent, FileName, partnerFields, SentPartnerFile } from '../../contract/entities/partner.ts';
import { personFields } from '../../contract/entities/person.ts';
import { rejectChecks, staffTicketFields } from '../../contract/entities/staff-ticket-args.ts';
import { TaskCreateArgs } from '../../contract/entities/task-args.ts';
import { ticketFields } from '../../contract/entities/ticket.ts';
import { reservedNames } from '../../contract/landing/values.ts';
import { startMinutes, ticketChannels } from '../../contract/values.ts';
import { z } from '../../contract/zod.ts';
import { describeFields, sampleId, textOfLength } from '../helpers/field-cases.ts';
import { validArgs } from '../helpers/valid-args.ts';

const file = { sha256: 'a'.repeat(64), mime: 'image/png', name: 'x', bytes: 1 };

describeFields([
  [
    'address of a landing page',
    UniqueName,
    ['abc', 'a-1', ' Upper-Case ', `a${textOfLength(38)}9`],
    [
      ['ab', 'name_invalid'],
      [textOfLength(41), 'name_invalid'],
      ['-abc', 'name_invalid'],
      ['abc-', 'name_invalid'],
      ['a_c', 'name_invalid'],
      ['/abc', 'name_invalid'],
      ...reservedNames.map((name): [string, string] => [name, 'name_reserved']),
    ],
  ],
  [
    'title of a landing page',
    flowFields.title,
    ['x', textOfLength(80)],
    [
      ['', 'empty'],
      [textOfLength(81), 'too_long'],
    ],
  ],
  ['description of a landing page', flowFields.description, ['', textOfLength(300)], [[textOfLength(301), 'too_long']]],
  [
    'position of a block',
    BlockPosition,
    ['a0', 'Zz', `a${textOfLength(99)}`],
    [
      ['a', 'invalid'],
      ['0a', 'invalid'],
      ['a0!', 'invalid'],
      ['!a0', 'invalid'],
      [`a${textOfLength(100)}`, 'too_long'],
    ],
  ],
  ['type of a block', LandingBlock.shape.type, ['heading'], [['marquee', 'invalid']]],
  ['period of a subscription', Period, ['month'], [['decade', 'invalid']]],
  [
    'name of a contact category',
    categoryFields.name,
    ['x', textOfLength(40)],
    [
      ['', 'empty'],
      [textOfLength(41), 'too_long'],
    ],
  ],
  ['colour of a contact category', categoryFields.color, [], [['mauve', 'invalid']]],
  [
    'position of a contact category',
    categoryFields.position,
    [0, 10_000],
    [
      [-1, null],
      [10_001, null],
      [0.5, null],
    ],
  ],
  ['company of a partner', partnerFields.company, ['', textOfLength(100)], [[textOfLength(101), 'too_long']]],
  [
    'note about a partner',
    partnerFields.partner_note,
    ['', textOfLength(10_000)],
    [[textOfLength(10_001), 'too_long']],
  ],
  [
    'commission of a partner',
    CommissionPercent,
    [0, 50],
    [
      [-1, 'out_of_range'],
      [51, 'out_of_range'],
      [2.5, 'invalid'],
    ],
  ],
  ['name of a file', FileName, ['x', textOfLength(200)], [[textOfLength(201), 'too_long']]],
  [
    'file of a partner',
    SentPartnerFile,
    [file],
    [
      [{ ...file, mime: 'text/html' }, 'invalid'],
      [{ ...file, bytes: 10 * 1024 * 1024 + 1 }, 'too_long'],
      [{ ...file, more: 1 }, null],
    ],
  ],
  ['tag of a person', personFields.tags, [['x']], [[[''], 'empty']]],
  ['group of a person', personFields.groups, [['x']], [[[''], 'empty']]],
  [
    'start of the first task with a lead',
    StartIn,
    [...startMinutes],
    [
      [7, 'invalid'],
      ['5', 'start_required'],
      [undefined, 'start_required'],
    ],
  ],
  [
    'new task',
    TaskCreateArgs,
    [
      { ...validArgs['task.create'], source: 'manual' },
      { ...validArgs['task.create'], source: 'follow_up', follow_up_of: sampleId(7) },
    ],
    [
      [{ ...validArgs['task.create'], source: 'import' }, null],
      [{ ...validArgs['task.create'], source: 'lead_auto' }, null],
    ],
  ],
  ['stars of a rating', ticketFields.stars, [], [[undefined, 'required']]],
  ['receiver of a ticket', staffTicketFields.user_id, [sampleId(1)], [['', 'required']]],
  ['channel of a ticket', staffTicketFields.channel, [...ticketChannels], [['fax', 'required']]],
  ['priority of a ticket', staffTicketFields.priority, ['low'], [['now', 'required']]],
  ['reason for rejecting a ticket', staffTicketFields.reason, ['duplicate', 'other'], [['', 'required']]],
]);

/** Returns the field and the code of the first failed check; null if all succeed. */
function failureOf<T>(checks: readonly z.core.$ZodCheck<T>[], value: T): string | null {
  const schema = z.custom<T>(() => true).check(...checks);
  const issue = schema.safeParse(value).error?.issues[0];
  return issue ? `${issue.path.join('.')} ${issue.message}` : null;
}

describe('the arguments of a write about a lead', () => {
  it('a lead needs a phone number or an email address', () => {
    const check = (phone: string | null, email: string | null) => failureOf([phoneOrEmail], { phone, email });
    expect(check(null, null)).toBe('phone phone_or_email');
    expect([check('+4915112345678', null), check(null, 'a@b.org'), check('+4915112345678', 'a@b.org')]).toEqual([
      ...[null, null, null],
    ]);
  });

  it('exceeding the daily limit of leads on purpose needs a reason', () => {
    const check = (force: boolean | undefined, reason: string | undefined) =>
      failureOf([forceNeedsReason], { force, reason });
    for (const reason of ['', undefined]) expect(check(true, reason)).toBe('reason required');
    expect([check(true, 'x'), check(false, ''), check(undefined, undefined)]).toEqual([null, null, null]);
  });

  it('the reason "other" of a write about a lead needs a text of at least three characters', () => {
    const check = (reason: string, text: string) => failureOf([otherNeedsText], { reason, text });
    expect(check('other', 'xy')).toBe('text required');
    expect([check('other', 'xyz'), check('no_answer', '')]).toEqual([null, null]);
  });

  it('a lead closed as a duplicate must name its original, and no other lead may name one', () => {
    const check = (reason: string, duplicate_of: string | null) =>
      failureOf([duplicateNeedsOriginal], { reason, duplicate_of });
    expect(check('duplicate', null)).toBe('duplicate_of required');
    expect(check('other', sampleId(1))).toBe('duplicate_of required');
    expect([check('duplicate', sampleId(1)), check('other', null)]).toEqual([null, null]);
  });
});

describe('the rejection of a ticket', () => {
  it('requires a text for the reason "other" and an original for the reason "duplicate", and refuses an original for other reasons', () => {
    const check = (reason: string, text: string, duplicate_of: string | null = null) =>
      failureOf(rejectChecks, { reason, text, duplicate_of });
    expect(check('other', ' ')).toBe('text required');
    expect(check('duplicate', '')).toBe('duplicate_of required');
    expect(check('spam', '', sampleId(1))).toBe('duplicate_of required');
    expect([check('other', 'x'), check('spam', ''), check('duplicate', '', sampleId(1))]).toEqual([null, null, null]);
  });
});

describe('the props of a landing page block', () => {
  it('a landing page block may have images only as its single image and in its gallery', () => {
    expect(['image', 'images', 'title', 'cover', ''].filter(isImageProp)).toEqual(['image', 'images']);
  });
});
