import type { Failure, ActionResult } from './results.ts';

/**
 * Whether an address is taken. `error` is a message in the language of the account; null if the server sent none. If
 * the check fails, the app shows the address as taken.
 */
export type NameCheck = { ok: true; is_taken: boolean; error: string | null } | Failure;

/**
 * Result of a publication. `unsent`: some changes of the page cannot be sent, because they wait for a decision of the
 * user or for a file.
 */
export type PublishResult = { ok: true; url: string | null } | { ok: false; why: 'unsent' } | Failure;

/** A published version of a page. */
export interface PageVersion {
  number: number;
  title: string;
  published_at: string;
  /** Number of blocks of the page. */
  blocks: number;
}

/** Actions on landing pages that need the network and are never queued. */
export interface FlowActions {
  /** Fetches and stores the base URL of landing pages; null if this installation has none. */
  landingUrl(): Promise<{ ok: true; url: string | null } | Failure>;
  /** Checks with the server whether an address is free. `flow_id` is a flow that may keep its own address. */
  checkFlowName(unique_name: string, flow_id: string | null): Promise<NameCheck>;
  /** Sends all changes of a page and publishes it. A call that is repeated with the same key has no further effect. */
  publishFlow(id: string, key: string): Promise<PublishResult>;
  /** Takes a page down. */
  unpublishFlow(id: string): Promise<ActionResult>;
  /** Returns the last published versions, the newest one first. */
  flowVersions(id: string): Promise<{ ok: true; versions: PageVersion[] } | Failure>;
  /** Replaces the draft with a published version, and fetches the new draft. */
  restoreFlowVersion(id: string, number: number): Promise<ActionResult>;
}
