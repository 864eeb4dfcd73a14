import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../../server/environment.ts';

const PUBLIC = { PUBLIC_URL: 'https://haversack.example' };
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

describe('the settings of the second origin', () => {
  it.each([
    ['the port after that of the app in the demo', {}, { port: 8081, is_default: true, url: null }],
    ['any free port if the app uses any free port', { PORT: '0' }, { port: 0, is_default: true, url: null }],
    [
      'any free port if the port of the app is the last one',
      { PORT: '65535' },
      { port: 0, is_default: true, url: null },
    ],
    ['the configured port', { LANDING_PORT: '9000' }, { port: 9000, is_default: false, url: null }],
    ['any free port if LANDING_PORT is 0', { LANDING_PORT: '0' }, { port: 0, is_default: false, url: null }],
    ['no address in an installation without LANDING_URL', PUBLIC, null],
    [
      'the configured address in other installations',
      { ...PUBLIC, LANDING_URL: 'https://pages.example' },
      { port: 8081, is_default: false, url: 'https://pages.example' },
    ],
  ])('the second origin gets %s', (_what, variables, landing) => {
    expect(readEnvironment(variables).landing).toEqual(landing);
  });

  it.each([
    [{ LANDING_PORT: '65536' }, /^LANDING_PORT must be 0 to 65535\.$/],
    [{ LANDING_PORT: '8080' }, /^LANDING_PORT must differ from PORT\.$/],
    [{ LANDING_URL: 'pages' }, /^LANDING_URL must be an http/],
    [{ LANDING_URL: 'http://localhost:8080/pages' }, /^LANDING_URL must have a different origin than PUBLIC_URL\.$/],
    [{ LANDING_URL: 'https://pages.example' }, /^LANDING_URL must be an address of this machine in the demo\.$/],
    [{ ...PUBLIC, LANDING_PORT: '9000' }, /^LANDING_URL is required with LANDING_PORT/],
  ])('rejects invalid settings of the second origin: %o', (variables, line) => {
    expect(() => readEnvironment(variables)).toThrow(line);
  });
});

describe('the settings of Stripe', () => {
  it('Stripe is used if both secrets are set', () => {
    expect(readEnvironment({}).stripe).toBeNull();
    expect(readEnvironment(STRIPE).stripe).toEqual({ secret_key: 'sk_test_1', webhook_secret: 'whsec_1' });
    expect(readEnvironment({ ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_a1' }).stripe?.secret_key).toBe('rk_live_a1');
  });

  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together\.$/],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, /^STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together\.$/],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_1' }, /^STRIPE_SECRET_KEY must be a secret key of Stripe\.$/],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'secret' }, /^STRIPE_WEBHOOK_SECRET must be the signing secret/],
  ])('rejects invalid settings of Stripe: %o', (variables, line) => {
    expect(() => readEnvironment(variables)).toThrow(line);
  });
});
