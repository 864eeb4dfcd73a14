import { describe, expect, it } from 'vitest';
import type { Entity } from '../../contract/entities/define.ts';
import { entities } from '../../contract/entities/index.ts';
import { entityNames, stores, windowOf, type EntityName } from '../../contract/entities/stores.ts';

const allEntities: Record<
  EntityName,
  Pick<Entity, 'group' | 'indexes' | 'window' | 'policies' | 'parents' | 'inDigest'>
> = entities;

// Repeats the tables of the contract, so that a change must be made in both places deliberately.
const groups: Record<string, readonly EntityName[]> = {
  p0: ['me', 'tasks', 'tickets', 'staff_tickets', 'subscriptions', 'handovers'],
  p1: [
    'people',
    'waiting_leads',
    'person_events',
    'employees',
    'contacts',
    'contact_categories',
    'interactions',
    'donations',
    'recurring_donations',
    'lesson_progress',
    'news_reads',
    'event_answers',
    'flows',
    'landing_blocks',
    'flow_stats',
    'notifications',
    'account_views',
    'saved_views',
  ],
  p2: ['categories', 'lessons', 'comments', 'news', 'events', 'packages'],
  p3: ['books', 'book_shelf'],
};

const policies: Partial<Record<EntityName, { merge?: string; lww?: string; ask?: string }>> = {
  me: {
    lww: 'first_name last_name middle_name country city time_zone date_birth telegram show_contact_to_team language theme text_size push_leads push_tickets push_tasks push_names quiet_hours weekly_goal',
  },
  tasks: {
    merge: 'reminders',
    lww: 'priority direction phone_used',
    ask: 'title place description type linked_user_id contact_id start_at end_at',
  },
  people: { merge: 'tags groups', lww: 'middle_name city country address language' },
  contacts: {
    lww: 'middle_name city country work_zone is_partner category_id',
    ask: 'first_name last_name phones emails telegram date_birth address status notes next_step_at consent',
  },
  contact_categories: { lww: 'color position', ask: 'name' },
  saved_views: { lww: 'name params position' },
  interactions: { lww: 'direction at duration_s', ask: 'result note follow_up_at' },
  flows: { lww: 'lang', ask: 'title unique_name description cover' },
  landing_blocks: {
    lww: 'position hidden level decorative icon until',
    ask:
      'title subtitle text image alt label target images url fields consent thanks tag phone email telegram address ' +
      'questions quote author items expired_text ref',
  },
};

const parents: Partial<Record<EntityName, Entity['parents']>> = {
  person_events: [{ entity: 'people', key: 'person_id' }],
  interactions: [
    { entity: 'contacts', key: 'contact_id' },
    { entity: 'people', key: 'user_id' },
  ],
  lessons: [{ entity: 'categories', key: 'category_id' }],
  landing_blocks: [{ entity: 'flows', key: 'flow_id' }],
};

const windows: Partial<Record<EntityName, Entity['window']>> = {
  waiting_leads: { size: 200, order: 'waiting_since' },
  comments: { size: 500, order: 'created_at', direction: 'desc', group_by: 'thread' },
};

describe('a mirrored entity', () => {
  it.each(entityNames)('devices mirror the documented part of the rows of %s', (name) => {
    expect(allEntities[name].window).toEqual(windows[name]);
  });

  it.each(Object.keys(windows) as EntityName[])('an index has the rows of %s in the order of their window', (name) => {
    const { order, group_by } = windowOf(name)!;
    const indexes = stores[name].indexes.split(', ');
    expect(indexes).toContain(group_by === undefined ? order : `[${group_by}+${order}]`);
  });

  it.each(entityNames)('the rows of %s are synced in their documented group', (name) => {
    const group = Object.keys(groups).find((key) => groups[key]?.includes(name));
    expect(allEntities[name].group, `add ${name} to groups.${allEntities[name].group} in this test`).toBe(group);
  });

  it.each(entityNames)('a conflict in each field of %s is resolved by the documented policy', (name) => {
    const { merge = '', lww = '', ask = '' } = policies[name] ?? {};
    const expected = Object.entries({ merge, lww, ask }).flatMap(([policy, fields]) =>
      fields
        .split(' ')
        .filter((field) => field !== '')
        .map((field) => [field, policy]),
    );
    expect(allEntities[name].policies, `add the policies of ${name} to \`policies\` in this test`).toEqual(
      Object.fromEntries(expected),
    );
  });

  it.each(entityNames)('rows of %s become inaccessible together with the documented parent records', (name) => {
    expect(allEntities[name].parents, `write the parents of ${name} in parents of this test`).toEqual(parents[name]);
  });

  it.each(entityNames)(
    'the phone has a store for %s with the id as key, and indexes only on existing fields',
    (name) => {
      expect(stores[name].indexes.split(', ')[0]).toBe('id');
      expect(allEntities[name].indexes).toBe(stores[name].indexes);
      const indexed = stores[name].indexes.split(', ').flatMap((index) => index.replace(/[[\]*]/g, '').split('+'));
      const shape = Reflect.get(entities[name].schema, 'shape') as Record<string, unknown>;
      expect(indexed.filter((field) => !(field in shape))).toEqual([]);
    },
  );
});

/** Whether a row with these fields is included in the digest. */
const isInDigest = (name: EntityName, fields: Record<string, unknown>) =>
  allEntities[name].inDigest?.({ id: 'x', rev: 1, ...fields });

describe('the digest of a sync group', () => {
  it('leaves closed tasks out of the digest, because client and server delete them at different times', () => {
    expect(isInDigest('tasks', { closed_at: null })).toBe(true);
    expect(isInDigest('tasks', { closed_at: '2026-03-02T09:00:00.000Z' })).toBe(false);
  });

  it('leaves closed tickets and tickets assigned to another employee out of the digest', () => {
    const closed_at = '2026-03-02T09:00:00.000Z';
    for (const access of ['own', 'team', 'free'])
      expect(isInDigest('staff_tickets', { access, closed_at: null })).toBe(true);
    expect(isInDigest('staff_tickets', { access: 'own', closed_at })).toBe(false);
    expect(isInDigest('staff_tickets', { access: 'other', closed_at: null })).toBe(false);
    expect(isInDigest('staff_tickets', { access: 'other', closed_at })).toBe(false);
  });

  it('the digest contains all rows of every entity except tasks and staff tickets', () => {
    const partlyIncluded = entityNames.filter((name) => allEntities[name].inDigest !== undefined);
    expect(partlyIncluded).toEqual(['tasks', 'staff_tickets']);
  });
});
