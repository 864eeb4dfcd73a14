import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorStatus } from '../../../contract/error-status.ts';
import { Refused, type ErrorCode } from '../../../contract/errors.ts';
import { isTransientError, sqlState } from '../../db/transaction.ts';
import { errorBody } from '../error-reply.ts';
import { loadTexts } from '../texts.ts';
import { refusalOf, type Refusal } from '../idempotency.ts';
import { languageOf } from '../language.ts';
import { RefusedForNow } from '../with-current-row.ts';

const retryAfter: Partial<Record<ErrorCode, number>> = { op_in_progress: 1, unavailable: 2, too_many_requests: 1 };

/** Sends a refusal in the format used for all responses that are not 2xx. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal, retry_after_s?: number): FastifyReply {
  const seconds = retry_after_s ?? retryAfter[refusal.code];
  if (seconds !== undefined && !reply.hasHeader('retry-after')) void reply.header('Retry-After', String(seconds));
  return reply
    .code(errorStatus[refusal.code])
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorBody(refusal, languageOf(reply.request), reply.request.id));
}

/**
 * Whether the client disconnected while sending its body. A broken database connection has the same error code, hence
 * the further checks.
 */
const clientDisconnected = ({ raw }: FastifyRequest, { code }: FastifyError): boolean =>
  code === 'ECONNRESET' && raw.destroyed && !raw.complete;

/**
 * Returns the error code for an error of the framework or the database; null for an unexpected error in the product's
 * own code.
 */
function codeOf(error: FastifyError): ErrorCode | null {
  // SQL states of class 22 report a value that the database cannot store, such as a year outside its calendar.
  if (sqlState(error)?.startsWith('22')) return 'invalid';
  if (isTransientError(error)) return 'unavailable';
  if (error.statusCode === 413) return 'too_large';
  if (error.statusCode === 415) return 'unsupported_type';
  if (error.statusCode === 429) return 'too_many_requests';
  if (error.statusCode === 404) return 'not_found';
  return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500 ? 'invalid' : null;
}

function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Refused) {
    return sendRefusal(reply, refusalOf(error), error instanceof RefusedForNow ? error.retry_after_s : undefined);
  }
  const code = clientDisconnected(request, error) ? 'invalid' : codeOf(error);
  if (code === null) {
    request.log.error({ err: error }, 'a request failed');
    return sendRefusal(reply, { code: 'internal' });
  }
  if (code === 'unavailable') request.log.warn({ reason: error.code }, 'the database was busy');
  return sendRefusal(reply, { code });
}

/** Sends every error in the same format, without stack traces, SQL or messages of the framework. */
export function registerErrorHandlers(app: FastifyInstance): void {
  // Load the texts now, so that a missing catalogue is detected on startup instead of on the first error.
  loadTexts();
  app.setErrorHandler<FastifyError>(sendError);
}
