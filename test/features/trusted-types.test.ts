import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Rules = { createScriptURL?: (url: string) => string; createHTML?: (html: string) => string | null };

const policies = new Map<string, Rules>();

beforeEach(async () => {
  const createPolicy = (name: string, rules: Rules): Rules => {
    policies.set(name, rules);
    return rules;
  };
  vi.stubGlobal('trustedTypes', { createPolicy });
  vi.resetModules();
  await import('../../src/bridge/trusted-types.ts');
});

afterEach(() => vi.unstubAllGlobals());

it('the default Trusted Types policy allows only empty HTML, which clears a live region', () => {
  const { createHTML, ...others } = policies.get('default') ?? {};
  expect(createHTML?.('')).toBe('');
  expect(createHTML?.(' ')).toBeNull();
  expect(createHTML?.('<img src=x onerror=alert(1)>')).toBeNull();
  expect(others).toEqual({});
});

it('the Trusted Types policy allows only scripts of our own origin', () => {
  const { createScriptURL } = policies.get('app') ?? {};
  expect(createScriptURL?.('/worker.js')).toBe('/worker.js');
  expect(() => createScriptURL?.('https://elsewhere.example/worker.js')).toThrow(TypeError);
});
