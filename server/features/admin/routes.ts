import type { adminCalls } from '../../../contract/api-calls/admin.ts';
import { Refused } from '../../../contract/errors.ts';
import type { CallHandlers } from '../../handlers.ts';
import { readAuditPage } from './audit-log.ts';
import { createUser, type UserOptions } from './create-user.ts';
import { updateUser } from './update-user.ts';
import { adminUserById, readUserPage } from './users.ts';

export const adminRoutes = (options: UserOptions): Pick<CallHandlers, keyof typeof adminCalls> => ({
  'admin.users': (context, { query }) => readUserPage(context, query),
  'admin.user': async (context, { params }) => {
    const user = await adminUserById(context, params.id.toLowerCase());
    if (!user) throw new Refused('not_found');
    return user;
  },
  'admin.create_user': (context, { body }) => createUser(options, context, body),
  'admin.update_user': (context, { params, body }) => updateUser(context, params.id.toLowerCase(), body),
  'admin.audit_log': (context, { query }) => readAuditPage(context, query),
});
