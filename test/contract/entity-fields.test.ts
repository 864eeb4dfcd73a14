import { describe, expect, it } from 'vitest';
import { bookShelf, Bookmark, BookPosition, Percent } from '../../contract/entities/book-shelf.ts';
import { CommentText } from '../../contract/entities/comment.ts';
import { HandoverOfferArgs } from '../../contract/entities/handover.ts';
import { InteractionEditArgs, interactionFields, InteractionLogArgs } from '../../contract/entities/interaction.ts';
import { profileShape } from '../../contract/entities/me.ts';
import { personFields } from '../../contract/entities/person.ts';
import { TaskEditArgs, taskFields } from '../../contract/entities/task-args.ts';
import { ticketFields } from '../../contract/entities/ticket.ts';
import { allResults, interactionKinds, taskResults } from '../../contract/values.ts';
import { sampleTime, codeOf, describeFields, sampleId, many, photo, textOfLength } from '../helpers/field-cases.ts';

const validInteraction = {
  ...{
    kind: 'call',
    direction: 'out',
    at: sampleTime,
    duration_s: 60,
    result: 'reached',
    note: '',
    follow_up_at: null,
  },
  ...{ contact_id: sampleId(1), user_id: null, phone_raw: null, task_id: null },
};

describeFields([
  [
    'comment',
    CommentText,
    ['x', textOfLength(4000)],
    [
      ['', 'empty'],
      [textOfLength(4001), 'too_long'],
    ],
  ],
  ['first name of a person', personFields.first_name, ['x'], [['', 'empty']]],
  [
    'tags',
    personFields.tags,
    [[], many(20, textOfLength(40))],
    [
      [many(21, 'x'), 'too_long'],
      [[textOfLength(41)], 'too_long'],
      [[''], 'empty'],
    ],
  ],
  [
    'groups',
    personFields.groups,
    [[], many(20, textOfLength(60))],
    [
      [many(21, 'x'), 'too_long'],
      [[textOfLength(61)], 'too_long'],
      [[''], 'empty'],
    ],
  ],
  ['phone of a person', personFields.phone, [null, '+4915112345678'], [['015112345678', 'phone_invalid']]],
  [
    'first name of a profile',
    profileShape.first_name,
    [undefined, 'x', textOfLength(100)],
    [
      ['', 'empty'],
      [textOfLength(101), 'too_long'],
    ],
  ],
  ['last name of a profile', profileShape.last_name, ['', textOfLength(100)], [[textOfLength(101), 'too_long']]],
  [
    'middle name of a profile',
    profileShape.middle_name,
    [null, '', textOfLength(100)],
    [[textOfLength(101), 'too_long']],
  ],
  ['city of a profile', profileShape.city, [null, '', textOfLength(100)], [[textOfLength(101), 'too_long']]],
  [
    'zone of a profile',
    profileShape.time_zone,
    ['Europe/Berlin'],
    [
      ['Europe/Bonn', 'invalid'],
      ['', null],
    ],
  ],
  [
    'duration',
    interactionFields.duration_s,
    [0, 43_200],
    [
      [-1, 'invalid'],
      [43_201, 'too_long'],
      [1.5, 'invalid'],
    ],
  ],
  ['direction', interactionFields.direction, ['in', 'out'], [['both', 'invalid']]],
  ['kind', interactionFields.kind, [...interactionKinds], [['fax', 'invalid']]],
  [
    'result',
    interactionFields.result,
    [...allResults],
    [
      ['good', 'required'],
      [undefined, 'required'],
    ],
  ],
  ['note', interactionFields.note, ['', textOfLength(4000)], [[textOfLength(4001), 'too_long']]],
  [
    'edit of a call',
    InteractionEditArgs,
    [{ note: 'x' }],
    [
      [{}, 'empty'],
      [{ kind: 'call' }, null],
    ],
  ],
  [
    'edit of a task',
    TaskEditArgs,
    [{ title: 'x' }, { contact_id: null }],
    [
      [{}, 'empty'],
      [{ start_at: sampleTime }, null],
    ],
  ],
  [
    'title of a task',
    taskFields.title,
    ['x', textOfLength(120)],
    [
      ['', 'empty'],
      [textOfLength(121), 'too_long'],
    ],
  ],
  ['place of a task', taskFields.place, ['', textOfLength(200)], [[textOfLength(201), 'too_long']]],
  ['start of a task', taskFields.start_at, [sampleTime], [['', 'start_required']]],
  ['priority of a task', taskFields.priority, ['low', 'urgent'], [['none', 'invalid']]],
  ['type of a task', taskFields.type, ['call', 'meet', 'message'], [['fax', 'invalid']]],
  ['direction of a task', taskFields.direction, [null, 'in'], [['up', 'invalid']]],
  ['linked name of a task', taskFields.linked_name, [null, textOfLength(201)], [[textOfLength(202), null]]],
  [
    'reminders of a task',
    taskFields.reminders,
    [[], [0, 5, 15], [30, 60, 1440]],
    [
      [[0, 5, 15, 30], 'too_long'],
      [[10], 'invalid'],
      [[0.5], null],
    ],
  ],
  ['type of a ticket', ticketFields.type, ['question', 'other'], [['rant', 'required']]],
  [
    'subject of a ticket',
    ticketFields.subject,
    ['abc', textOfLength(150)],
    [
      ['', 'empty'],
      ['ab', 'too_short'],
      [textOfLength(151), 'too_long'],
    ],
  ],
  [
    'text of a ticket',
    ticketFields.body,
    ['x', textOfLength(4000)],
    [
      ['', 'empty'],
      [textOfLength(4001), 'too_long'],
    ],
  ],
  ['files of a ticket', ticketFields.attachments, [[], many(5, photo)], [[many(6, photo), 'too_long']]],
  [
    'stars',
    ticketFields.stars,
    [1, 5],
    [
      [0, 'required'],
      [6, 'invalid'],
      [2.5, 'required'],
    ],
  ],
  ['comment of a rating', ticketFields.comment, ['', textOfLength(500)], [[textOfLength(501), 'too_long']]],
  [
    'place in a book',
    BookPosition,
    ['0/0', '99999/999999'],
    [
      ['1', 'invalid'],
      ['100000/0', 'invalid'],
      ['0/1000000', 'invalid'],
      ['a/0', 'invalid'],
      ['1/0/0', 'invalid'],
    ],
  ],
  [
    'progress in a book',
    Percent,
    [0, 100],
    [
      [-1, null],
      [101, null],
      [0.5, null],
    ],
  ],
  [
    'bookmark',
    Bookmark,
    [{ id: sampleId(1), place: '1/0', text: textOfLength(200), at: sampleTime }],
    [[{ id: sampleId(1), place: '1/0', text: textOfLength(201), at: sampleTime }, 'too_long']],
  ],
]);

describe('a call, visit or message', () => {
  it('an interaction names exactly one contact, user or phone number', () => {
    const targets = { contact_id: sampleId(1), user_id: sampleId(2), phone_raw: '112' };
    const noTarget = { contact_id: null, user_id: null, phone_raw: null };
    for (const [key, value] of Object.entries(targets))
      expect(codeOf(InteractionLogArgs, { ...validInteraction, ...noTarget, [key]: value })).toBeNull();
    expect(codeOf(InteractionLogArgs, { ...validInteraction, ...noTarget })).toBe('required');
    for (const key of Object.keys(targets))
      expect(codeOf(InteractionLogArgs, { ...validInteraction, ...targets, [key]: null })).toBe('required');
    const { error } = InteractionLogArgs.safeParse({ ...validInteraction, ...noTarget });
    expect(error?.issues[0]?.path).toEqual(['contact_id']);
  });

  it('an interaction accepts only results that belong to its kind', () => {
    for (const kind of interactionKinds)
      for (const result of allResults) {
        const isAllowed = (taskResults[kind] as readonly string[]).includes(result);
        const { error } = InteractionLogArgs.safeParse({ ...validInteraction, kind, result });
        expect(error?.issues[0]?.message).toBe(isAllowed ? undefined : 'result_not_for_type');
        if (!isAllowed) expect(error?.issues[0]?.path).toEqual(['result']);
      }
  });
});

describe('the arguments of a handover offer', () => {
  const offer = {
    entity: 'contacts',
    entity_id: sampleId(1),
    kind: textOfLength(60),
    title: textOfLength(200),
    args: {},
    at: sampleTime,
  };
  const argsOf = (length: number) => ({ note: textOfLength(length - '{"note":""}'.length) });

  it.each([
    ['is valid with all its fields', {}, null],
    ['names a known entity', { entity: 'parcels' }, ''],
    ['has a kind of 60 characters at most', { kind: textOfLength(61) }, ''],
    ['has a title of 200 characters at most', { title: textOfLength(201) }, 'too_long'],
    ['has fields of 20,000 characters at most', { args: argsOf(20_001) }, 'too_long'],
    ['may have fields of 20,000 characters', { args: argsOf(20_000) }, null],
    ['has no other fields', { more: 1 }, ''],
  ])('a handover offer %s', (_, change, code) => {
    const actualCode = codeOf(HandoverOfferArgs, { ...offer, ...change });
    if (code === '') expect(actualCode).not.toBeNull();
    else expect(actualCode).toBe(code);
  });
});

describe('the library item of a book', () => {
  it('a library item stores a reading position and a progress of at most 100 percent per device', () => {
    const place = { device_id: sampleId(2), place: '1/0', percent: 100, at: sampleTime };
    const row = { id: sampleId(1), rev: 1, bought_at: null, places: [place], marks: [] };
    expect(bookShelf.schema.parse(row)).toEqual(row);
    expect(bookShelf.schema.safeParse({ ...row, places: [{ ...place, percent: 101 }] }).success).toBe(false);
  });
});
