import { auditOrders } from '../table-orders.ts';
import { Country, Email, Phone } from '../contact-fields.ts';
import { phoneOrEmail } from '../entities/lead-args.ts';
import { accountOrderings, accountRoles, accountStates } from '../filter-values.ts';
import { Id, Instant, Lang, ShortText, text } from '../fields.ts';
import { PageQuery, pageParams, pageSchema } from '../paging.ts';
import { z } from '../zod.ts';
import { defineCall } from './define.ts';

const admin = ['admin'] as const;

/** The flags of an account that an admin sets, in the order in which the form shows them. */
export const accountFlags = ['is_staff', 'is_manager', 'is_superuser', 'is_active', 'is_blocked'] as const;
export type AccountFlag = (typeof accountFlags)[number];

/** The fields of an account that an admin edits. The messages of these schemas are error codes. */
export const accountFields = {
  first_name: text(1, 100),
  last_name: text(0, 100),
  email: z.nullable(Email),
  phone: z.nullable(Phone),
  language: Lang,
  country: z.nullable(Country),
};

const flagFields = {
  is_staff: z.boolean({ error: 'invalid' }),
  is_manager: z.boolean({ error: 'invalid' }),
  is_superuser: z.boolean({ error: 'invalid' }),
  is_active: z.boolean({ error: 'invalid' }),
  is_blocked: z.boolean({ error: 'invalid' }),
};

/** An account of any role as an admin sees it. */
export const AdminUser = z.object({
  id: Id,
  rev: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  language: Lang,
  country: z.nullable(z.string()),
  is_staff: z.boolean(),
  is_manager: z.boolean(),
  is_superuser: z.boolean(),
  is_active: z.boolean(),
  is_blocked: z.boolean(),
  /** Whether the account has a password. Without one, its owner logs in with a link. */
  has_password: z.boolean(),
  created_at: Instant,
  /** When one of the account's devices last contacted the server. */
  last_seen_at: z.nullable(Instant),
});
export type AdminUser = z.infer<typeof AdminUser>;

/** Numbers of accounts, regardless of the filters of the list. */
export const AccountCounts = z.object({
  employees: z.int(),
  managers: z.int(),
  superusers: z.int(),
  /** Number of superusers who can use the administration because they are active and not blocked. */
  admins: z.int(),
  not_active: z.int(),
  blocked: z.int(),
});
export type AccountCounts = z.infer<typeof AccountCounts>;

const CreateUserBody = z
  .strictObject({
    first_name: accountFields.first_name,
    last_name: z._default(accountFields.last_name, ''),
    email: z._default(accountFields.email, null),
    phone: z._default(accountFields.phone, null),
    language: z._default(accountFields.language, 'en'),
    country: z._default(accountFields.country, null),
    is_staff: z._default(flagFields.is_staff, false),
    is_manager: z._default(flagFields.is_manager, false),
    is_superuser: z._default(flagFields.is_superuser, false),
    is_active: z._default(flagFields.is_active, true),
    is_blocked: z._default(flagFields.is_blocked, false),
  })
  .check(phoneOrEmail);
export type CreateUserBody = z.infer<typeof CreateUserBody>;

const changes = z.partial(z.strictObject({ ...accountFields, ...flagFields }));

const UpdateUserBody = z
  .strictObject({
    ...changes.shape,
    /** The reason why the account is blocked or unblocked; stored in the audit log. */
    reason: z.optional(ShortText),
  })
  .check(z.refine((body) => Object.keys(body).some((name) => name !== 'reason'), { error: 'empty' }));
export type UpdateUserBody = z.infer<typeof UpdateUserBody>;

const UserParams = z.strictObject({ id: Id });

/** An entry of the audit log. Names are empty for an account that was erased, and null if there is no such account. */
export const AuditLine = z.object({
  id: Id,
  at: Instant,
  action: z.string(),
  actor_id: z.nullable(Id),
  actor_name: z.nullable(z.string()),
  target_id: z.nullable(Id),
  target_name: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditLine = z.infer<typeof AuditLine>;

export const AUDIT_PAGE_SIZE = 50;

const AuditQuery = z.strictObject({
  action: z.optional(z.string().check(z.regex(/^[a-z_]{1,60}$/, { error: 'invalid' }))),
  actor_id: z.optional(Id),
  target_id: z.optional(Id),
  /** The period: `from` is included, `until` is not. */
  from: z.optional(Instant),
  until: z.optional(Instant),
  order: z._default(z.enum(auditOrders, { error: 'invalid' }), '-at'),
  page_size: z._default(pageParams.page_size, AUDIT_PAGE_SIZE),
  /** The value of `next` in the previous page, which must have the same order; absent for the first page. */
  cursor: z.optional(z.string().check(z.maxLength(200, { error: 'invalid' }))),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** The administration: accounts of every role, and the audit log. */
export const adminCalls = {
  'admin.users': defineCall({
    method: 'GET',
    path: '/api/v1/users/',
    roles: admin,
    summary: 'Accounts of every role, page by page, with the number of accounts of each role and state',
    idempotent: false,
    query: z.strictObject({
      ...PageQuery.shape,
      role: z.optional(z.enum(accountRoles, { error: 'invalid' })),
      state: z.optional(z.enum(accountStates, { error: 'invalid' })),
      ordering: z._default(z.enum(accountOrderings, { error: 'invalid' }), '-created_at'),
    }),
    reply: z.object({ ...pageSchema(AdminUser).shape, counts: AccountCounts }),
  }),
  'admin.user': defineCall({
    method: 'GET',
    path: '/api/v1/users/{id}',
    roles: admin,
    summary: 'One account',
    idempotent: false,
    params: UserParams,
    reply: AdminUser,
  }),
  'admin.create_user': defineCall({
    method: 'POST',
    path: '/api/v1/users/',
    roles: admin,
    summary:
      'Create an account without a password. If it has an email address, its owner gets a link to set a password; otherwise create a login link',
    idempotent: true,
    status: 201,
    body: CreateUserBody,
    success: 'user_created',
    reply: z.object({
      ...AdminUser.shape,
      /** Whether the owner was sent a link to set a password. */
      is_invited: z.boolean(),
    }),
  }),
  'admin.update_user': defineCall({
    method: 'PUT',
    path: '/api/v1/users/{id}',
    roles: admin,
    summary: 'Change the given fields and flags of an account; a role that is taken away ends the account’s sessions',
    idempotent: true,
    params: UserParams,
    body: UpdateUserBody,
    success: 'user_updated',
    reply: AdminUser,
  }),
  'admin.audit_log': defineCall({
    method: 'GET',
    path: '/api/v1/audit_log/',
    roles: admin,
    summary:
      'The audit log, by default newest first, by action, actor, target and period; `next` is the cursor of the next page',
    idempotent: false,
    query: AuditQuery,
    reply: z.object({ results: z.array(AuditLine), next: z.nullable(z.string()) }),
  }),
};
