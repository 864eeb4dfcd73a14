import { Id, Instant } from '../fields.ts';
import { z } from '../zod.ts';
import { defineEntity } from './define.ts';
import { stores } from './stores.ts';

/** A period in which a manager or an admin saw the app as the user to whom this row is synced. */
export const AccountView = z.object({
  id: Id,
  rev: z.int(),
  viewer_name: z.string(),
  started_at: Instant,
  /** When the viewer ended the view; null while it is open. A view that is not ended expires at `expires_at`. */
  ended_at: z.nullable(Instant),
  expires_at: Instant,
});
export type AccountView = z.infer<typeof AccountView>;

export const accountViews = defineEntity<AccountView>({ ...stores.account_views, schema: AccountView, policies: {} });
