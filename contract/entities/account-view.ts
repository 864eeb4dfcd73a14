import { Id, Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/** A time during which a manager or an admin saw the app as the reader of this row sees it. */
export const AccountView = z.object({
  id: Id,
  rev: z.int(),
  viewer_name: z.string(),
  started_at: Instant,
  /** Null while the view is open; it ends by itself at `expires_at`. */
  ended_at: z.nullable(Instant),
  expires_at: Instant,
});
export type AccountView = z.infer<typeof AccountView>;

export const accountViews = defineEntity<AccountView>({ ...stores.account_views, schema: AccountView, policies: {} });
