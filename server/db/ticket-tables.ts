import type { Generated } from 'kysely';
import type { Photo } from '../../contract/entities/contact.ts';
import type { DeliveryState, RejectReason } from '../../contract/values.ts';
import type { Priority, TicketState, TicketType } from '../../contract/filter-values.ts';
import type { Json, Synced } from './synced.ts';

interface TicketsTable extends Synced {
  id: string;
  number: number;
  type: TicketType;
  subject: string;
  state: TicketState;
  priority: Priority;
  channel: 'app' | 'telegram' | 'phone' | 'email';
  author_id: string;
  responsible_id: string | null;
  previous_id: string | null;
  reason: string;
  stars: number | null;
  rating_comment: string;
  first_response_due: string | null;
  resolve_due: string | null;
  resolved_at: string | null;
  closed_at: string | null;
  taken_at: Generated<string | null>;
  first_answered_at: Generated<string | null>;
  snooze_until: Generated<string | null>;
  reject_reason: Generated<RejectReason | null>;
  duplicate_of: Generated<string | null>;
  /** Start of the current pause of the SLA clock; null while the clock runs. */
  waiting_since: Generated<string | null>;
  /** Total working minutes of earlier pauses of the SLA clock. */
  waited_min: Generated<number>;
}

/**
 * A message of a ticket. An `internal` message is visible only to employees and never sent to the author of the ticket.
 */
interface TicketMessagesTable {
  scope: string;
  id: string;
  ticket_id: string;
  author_id: string;
  by_staff: boolean;
  internal: boolean;
  body: string;
  attachments: Json<Photo[]>;
  written_at: string;
  /** Messages are shown in the order of these times. */
  created_at: string;
}

/** Commands that were run on a ticket, and the people who ran them. */
interface TicketLogTable {
  scope: string;
  id: string;
  ticket_id: string;
  actor_id: string;
  command: string;
  claimed_at: string;
  received_at: string;
}

/** Records the rev at which an employee took an unassigned ticket. */
interface TicketClaimsTable {
  scope: string;
  ticket_id: string;
  rev: number;
}

/** The Telegram chat between a user and the bot. */
interface TelegramChatsTable {
  scope: string;
  user_id: string;
  chat_id: string;
  linked_at: string;
}

/** A message sent through the bot. A message that belongs to a ticket has the same id here as in the ticket. */
interface BotMessagesTable {
  scope: string;
  id: string;
  user_id: string;
  by_id: string;
  ticket_id: string | null;
  body: string;
  delivery: DeliveryState;
  created_at: string;
  updated_at: string;
}

export interface TicketTables {
  tickets: TicketsTable;
  ticket_messages: TicketMessagesTable;
  ticket_log: TicketLogTable;
  ticket_claims: TicketClaimsTable;
  telegram_chats: TelegramChatsTable;
  bot_messages: BotMessagesTable;
}
