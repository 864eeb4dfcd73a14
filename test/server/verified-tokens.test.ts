import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTokens, type Claims, type TokenOptions } from '../../server/features/accounts/tokens.ts';
import { TestClock } from '../helpers/server.ts';
import { TEST_SECRET } from '../helpers/test-payments.ts';

const claims: Claims = { sub: 'anna', ver: 1, scp: 'main', fam: 'session' };

describe('verified tokens', () => {
  let clock: TestClock;
  let verify: ReturnType<typeof spyOnVerify>;
  const spyOnVerify = () => vi.spyOn(crypto.subtle, 'verify');
  beforeEach(() => {
    clock = new TestClock();
    verify = spyOnVerify();
  });
  const issueToken = async (options?: TokenOptions) => {
    const tokens = createTokens(TEST_SECRET, clock.now, options);
    return { tokens, token: await tokens.issue(claims, 60) };
  };

  it('verifies the signature of a token only once until the token expires', async () => {
    const { tokens, token } = await issueToken();
    for (let count = 0; count < 3; count += 1) expect(await tokens.read(token)).toEqual(claims);
    expect(verify).toHaveBeenCalledTimes(1);
    clock.advance(59_000);
    expect(await tokens.read(token)).toEqual(claims);
    clock.advance(1_000);
    expect(await tokens.read(token)).toBeNull();
    expect(await tokens.read(token, true)).toEqual(claims);
    expect(verify).toHaveBeenCalledTimes(3);
  });

  it('a verified access token is not accepted as a view token, nor a verified view token as an access token', async () => {
    const { tokens, token } = await issueToken();
    const view = await tokens.issueView(claims, 60);
    await tokens.read(token);
    await tokens.readView(view);
    expect([await tokens.readView(token), await tokens.read(view)]).toEqual([null, null]);
  });

  it('rejects a changed copy of a verified token', async () => {
    const { tokens, token } = await issueToken();
    await tokens.read(token);
    const [head, body, signature] = token.split('.') as [string, string, string];
    const other = await tokens.issue({ ...claims, sub: 'boris' }, 60);
    for (const changed of [`${token}=`, `${head}.${other.split('.')[1]!}.${signature}`, `${head}.${body}.`, 'x', ''])
      expect(await tokens.read(changed)).toBeNull();
  });

  it('drops the oldest verified token when the cache is full', async () => {
    const { tokens, token } = await issueToken({ maxVerified: 2 });
    const [second, third] = [await tokens.issue(claims, 61), await tokens.issue(claims, 62)];
    for (const each of [token, second, third]) await tokens.read(each);
    verify.mockClear();
    await tokens.read(third);
    await tokens.read(second);
    expect(verify).not.toHaveBeenCalled();
    await tokens.read(token);
    expect(verify).toHaveBeenCalledTimes(1);
  });
});

describe('tokens of a replaced secret', () => {
  const clock = new TestClock();
  const before = createTokens(TEST_SECRET, clock.now);
  const tokensOfNewSecret = (previous_secret?: string) =>
    createTokens('a new secret of the server '.repeat(2), clock.now, { previous_secret });

  it('accepts tokens of the previous secret while it is configured, and lets them expire as usual', async () => {
    const [token, view] = [await before.issue(claims, 60), await before.issueView(claims, 60)];
    const tokens = tokensOfNewSecret(TEST_SECRET);
    expect(await tokens.read(token)).toEqual(claims);
    expect(await tokens.readView(view)).toMatchObject({ sub: 'anna' });
    clock.advance(60_000);
    expect(await tokensOfNewSecret(TEST_SECRET).read(token)).toBeNull();
    expect(await tokensOfNewSecret(TEST_SECRET).read(token, true)).toEqual(claims);
  });

  it('rejects tokens of a replaced secret that is no longer configured', async () => {
    const token = await before.issue(claims, 60);
    expect([
      await tokensOfNewSecret().read(token),
      await tokensOfNewSecret('another secret'.repeat(3)).read(token),
    ]).toEqual([null, null]);
  });

  it('signs new tokens with the new secret only', async () => {
    const token = await tokensOfNewSecret(TEST_SECRET).issue(claims, 60);
    expect([await tokensOfNewSecret().read(token), await before.read(token)]).toEqual([claims, null]);
  });
});
