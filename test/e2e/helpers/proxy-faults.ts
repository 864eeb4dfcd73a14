import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A complete reply from the server. */
export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * A request to which a fault is applied. `turn` is the number of earlier requests with this fault, because many faults
 * alternate between two variants.
 */
export interface FaultyExchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  turn: number;
  /** Forwards the request and waits for the complete reply. Rejects if the server is not running. */
  forward(): Promise<Reply>;
  /** Resolves after a later API request has been answered, or after some seconds. */
  laterRequest(): Promise<void>;
}

type FaultAction = (exchange: FaultyExchange) => void | Promise<void>;

const syncHeaders = { 'X-Sync-Proto': '1', 'Content-Type': 'application/json' };
const BYTES_PER_TICK = 20;
const TICK_MS = 100;

const socketOf = (exchange: FaultyExchange): Socket => exchange.incoming.socket;
const closeConnection = (exchange: FaultyExchange): void => void socketOf(exchange).destroy();
const resetConnection = (exchange: FaultyExchange): void => void socketOf(exchange).resetAndDestroy();

function sendReply(exchange: FaultyExchange, status: number, headers: Record<string, string>, body = ''): void {
  if (exchange.outgoing.destroyed) return;
  exchange.outgoing.writeHead(status, { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }).end(body);
}

function replyWithError(
  exchange: FaultyExchange,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  sendReply(exchange, status, { ...syncHeaders, ...headers }, JSON.stringify({ code, message: code }));
}

/** Returns the headers of a reply that do not depend on how its body is transferred. */
function endToEndHeaders({ headers }: Reply): IncomingHttpHeaders {
  const headersToKeep = { ...headers };
  delete headersToKeep['content-length'];
  delete headersToKeep['transfer-encoding'];
  delete headersToKeep.connection;
  return headersToKeep;
}

function deliver(exchange: FaultyExchange, reply: Reply): void {
  if (exchange.outgoing.destroyed) return;
  exchange.outgoing.writeHead(reply.status, { ...endToEndHeaders(reply), 'content-length': reply.body.length });
  exchange.outgoing.end(reply.body);
}

/**
 * Makes the server process the request, but delivers only part of the reply: its announced length is wrong, or it ends
 * early.
 */
function truncate(share: (length: number) => number): FaultAction {
  return async (exchange) => {
    const reply = await exchange.forward();
    const { outgoing, turn } = exchange;
    if (outgoing.destroyed) return;
    const firstPart = reply.body.subarray(0, share(reply.body.length));
    if (turn % 2 === 1) {
      outgoing.writeHead(reply.status, { ...endToEndHeaders(reply), 'transfer-encoding': 'chunked' }).end(firstPart);
      return;
    }
    outgoing.writeHead(reply.status, { ...endToEndHeaders(reply), 'content-length': reply.body.length });
    outgoing.flushHeaders();
    outgoing.write(firstPart, () => setTimeout(() => closeConnection(exchange), 20));
  };
}

async function deliverSlowly(exchange: FaultyExchange): Promise<void> {
  const reply = await exchange.forward();
  const { outgoing } = exchange;
  outgoing.writeHead(reply.status, { ...endToEndHeaders(reply), 'content-length': reply.body.length });
  for (let at = 0; at < reply.body.length && !outgoing.destroyed; at += BYTES_PER_TICK) {
    outgoing.write(reply.body.subarray(at, at + BYTES_PER_TICK));
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  outgoing.end();
}

/** Bodies that are valid JSON and are sent with the headers of the server, but do not have the requested content. */
const wrongBodies = ['[]', 'null', '{"ok":true}', '{"results":[{"op_id":7}],"rev":"x"}'];

/** Faults of a request in transit, named after the visible behaviour of the network. */
const faultActions = {
  lose_request: closeConnection,
  reset_request: resetConnection,
  lose_reply: async (exchange) => {
    await exchange.forward();
    closeConnection(exchange);
  },
  reset_reply: async (exchange) => {
    await exchange.forward();
    resetConnection(exchange);
  },
  unavailable: (exchange) => sendReply(exchange, 503, { 'X-Sync-Proto': '1', 'Retry-After': '1' }),
  status_408: async (exchange) => {
    if (exchange.turn % 2 === 1) await exchange.forward();
    sendReply(exchange, 408, { Connection: 'close' });
  },
  status_429: (exchange) => replyWithError(exchange, 429, 'too_many_requests', { 'Retry-After': '1' }),
  status_500: async (exchange) => {
    if (exchange.turn % 2 === 1) await exchange.forward();
    replyWithError(exchange, 500, 'internal');
  },
  status_502: async (exchange) => {
    if (exchange.turn % 2 === 0) await exchange.forward();
    sendReply(exchange, 502, { 'Content-Type': 'text/html' }, '<h1>502 Bad Gateway</h1>');
  },
  status_503: (exchange) => replyWithError(exchange, 503, 'unavailable', { 'Retry-After': '1' }),
  cut_0: truncate(() => 0),
  cut_1: truncate(() => 1),
  cut_half: truncate((length) => Math.floor(length / 2)),
  cut_last: truncate((length) => Math.max(0, length - 1)),
  wrong_json: async (exchange) => {
    await exchange.forward();
    sendReply(exchange, 200, syncHeaders, wrongBodies[exchange.turn % wrongBodies.length]);
  },
  portal: (exchange) => {
    if (exchange.turn % 2 === 1) sendReply(exchange, 302, { Location: 'http://portal.invalid/' });
    else sendReply(exchange, 200, { 'Content-Type': 'text/html' }, '<h1>Welcome to the Wi-Fi of the station</h1>');
  },
  slow: deliverSlowly,
  hang: async (exchange) => {
    if (exchange.turn % 2 === 1) await exchange.forward();
  },
  doubled: async (exchange) => {
    const replies = await Promise.all([exchange.forward(), exchange.forward()]);
    deliver(exchange, replies[exchange.turn % 2] ?? replies[0]);
  },
  reordered: async (exchange) => {
    await exchange.laterRequest();
    // The client may have stopped waiting long ago, but the request still reaches the server.
    deliver(exchange, await exchange.forward());
  },
  status_401: (exchange) => replyWithError(exchange, 401, 'unauthorized'),
} satisfies Record<string, FaultAction>;

export type Fault = keyof typeof faultActions;

export const faultNames = Object.keys(faultActions) as Fault[];

/** Applies the fault. If the server has stopped in the meantime, the connection is closed. */
export async function applyFault(fault: Fault, exchange: FaultyExchange): Promise<void> {
  try {
    await faultActions[fault](exchange);
  } catch {
    closeConnection(exchange);
  }
}
