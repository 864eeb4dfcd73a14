import type { Photo } from '../../contract/entities/contact.ts';
import type { Priority, TicketState, TicketType } from '../../contract/values.ts';
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
}

/** `internal` ones are among employees and never leave for the author. */
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
  /** The order of the conversation. */
  created_at: string;
}

/** Who did what to a ticket. */
interface TicketLogTable {
  scope: string;
  id: string;
  ticket_id: string;
  actor_id: string;
  command: string;
  claimed_at: string;
  received_at: string;
}

export interface TicketTables {
  tickets: TicketsTable;
  ticket_messages: TicketMessagesTable;
  ticket_log: TicketLogTable;
}
