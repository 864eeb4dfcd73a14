import { Id } from '../fields.ts';
import { pageSchema, PageQuery } from '../paging.ts';
import { z } from '../zod.ts';
import { defineCall, members } from './define.ts';

/** Number of people per page of a branch if the request does not specify it. */
export const BRANCH_PAGE_SIZE = 50;

/** What a member sees of a person below them in the tree of referrers. Nothing else about the person is sent. */
export const TeamMember = z.object({
  id: Id,
  first_name: z.string(),
  /** First letter of the last name; empty if there is none. */
  last_initial: z.string(),
  city: z.nullable(z.string()),
  /** Month in which the person joined, as YYYY-MM in UTC; null if the account was removed. */
  joined: z.nullable(z.string()),
  /** Distance from the caller: 1 for people whom the caller invited. */
  line: z.int(),
  /** Number of people below this person. */
  people: z.int(),
  /** Number of people whom this person invited. */
  line_1: z.int(),
  /** Phone number and email address, if the person shows them to their team; otherwise null. */
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  /**
   * Whether the account was removed. Such an account stays in the tree, without personal data, because there are people
   * below it.
   */
  is_removed: z.boolean(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** One level of the tree: the people whom a member invited, in the order in which they joined. */
export const Branch = z.object({
  ...pageSchema(TeamMember).shape,
  /**
   * The people between the caller and this level, beginning with the person whom the caller invited; empty for the
   * caller's own level.
   */
  path: z.array(TeamMember),
  /** Numbers of people below the member: all of them, those directly below, and those who joined this month (UTC). */
  people: z.int(),
  line_1: z.int(),
  this_month: z.int(),
});
export type Branch = z.infer<typeof Branch>;

const query = z.strictObject({
  page: PageQuery.shape.page,
  page_size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), BRANCH_PAGE_SIZE),
});

export const teamCalls = {
  'team.children': defineCall({
    method: 'GET',
    path: '/api/team/get_children/',
    roles: members,
    summary: 'People whom the caller invited, in the order in which they joined',
    idempotent: false,
    query,
    reply: Branch,
  }),
  'team.children_of': defineCall({
    method: 'GET',
    path: '/api/team/get_children/{id}/',
    roles: members,
    summary: 'People whom a person of the caller’s team invited, in the order in which they joined',
    idempotent: false,
    params: z.strictObject({ id: Id }),
    query,
    reply: Branch,
  }),
};
