import type { FastifyInstance } from 'fastify';
import { callNamed } from '../../../contract/api-calls/index.ts';
import { Refused } from '../../../contract/errors.ts';
import { addressPrefix } from '../../address.ts';
import type { Deps } from '../../deps.ts';
import { checkPhone } from '../../features/flows/validate-phone.ts';
import { languageOf } from '../../http/language.ts';
import { countRequest } from '../../request-limit.ts';

const { path, body } = callNamed('landings.validate_phone');
const MAX_PER_MINUTE = 30;
const MAX_BODY_BYTES = 1024;

/**
 * Adds the phone check for visitors, who have no account. The country of a phone number without a country code depends
 * on the language of the page, which the visitor's script sends as Accept-Language.
 */
export function registerPhoneValidation(app: FastifyInstance, deps: Deps): void {
  void app.register(async (api) => {
    api.addContentTypeParser('application/json', { parseAs: 'string' }, api.getDefaultJsonParser('error', 'error'));
    api.post(path, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const key = `landing phone ip ${addressPrefix(request.ip)}`;
      await countRequest(deps, { key, max: MAX_PER_MINUTE, window_s: 60 });
      const given = body?.safeParse(request.body);
      if (!given?.success) throw new Refused('invalid');
      const { phone, country } = given.data as { phone: string; country?: string };
      void reply.header('Cache-Control', 'no-store');
      return checkPhone(phone, [country?.toUpperCase()], languageOf(request));
    });
  });
}
