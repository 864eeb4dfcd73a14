import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from '../../../contract/zod.ts';

const AUDIENCE = 'haversack';
const TYPE = 'at+jwt';
/** With a refresh cookie beside it. */
export const SHORT_S = 15 * 60;
/** For a client without cookies. */
export const LONG_S = 30 * 24 * 3600;
export const REFRESH_S = 30 * 24 * 3600;

const Claims = z.object({ sub: z.string(), ver: z.int(), scp: z.string(), fam: z.string() });

/** Claims of a token. `fam` is the session: ending it ends the token. */
export type Claims = z.infer<typeof Claims>;

export interface Tokens {
  issue(claims: Claims, seconds: number): Promise<string>;
  /** Returns null for a foreign or expired token. `evenExpired`: for calls that need not grant anything. */
  read(token: string, evenExpired?: boolean): Promise<Claims | null>;
}

async function verified(token: string, key: Uint8Array, now: Date): Promise<unknown> {
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['HS256'],
    audience: AUDIENCE,
    typ: TYPE,
    currentDate: now,
    requiredClaims: ['sub', 'exp', 'iat'],
  });
  return payload;
}

/** Decoders ignore padding and unused bits, which would give one token many spellings. */
const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

/** Creates HS256 access tokens with a key derived from the installation's secret. */
export function openTokens(secret: string, clock: () => Date): Tokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'haversack access token', 32));
  return {
    issue: ({ sub, ...claims }, seconds) => {
      const now = Math.floor(clock().getTime() / 1000);
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setSubject(sub)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(key);
    },
    read: async (token, evenExpired = false) => {
      if (!isCanonical(token)) return null;
      try {
        return Claims.safeParse(await verified(token, key, clock())).data ?? null;
      } catch (error) {
        // Thrown after the signature was verified.
        if (evenExpired && error instanceof errors.JWTExpired) return Claims.safeParse(error.payload).data ?? null;
        return null;
      }
    },
  };
}

/** Returns the token of `Authorization: Bearer x` or `JWT x`. */
export function tokenOf(header: string | undefined): string | null {
  return /^(?:Bearer|JWT) +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}

const BOUND = 'b.';

/**
 * Creates a refresh token for the cookie; the database stores its hash. A bound one is worth nothing without an access
 * token of its session. The mark is part of what is hashed, so that it cannot be taken off.
 */
export const newRefreshToken = (isBound: boolean): string =>
  (isBound ? BOUND : '') + randomBytes(32).toString('base64url');
export const isBoundToken = (token: string): boolean => token.startsWith(BOUND);
export const refreshHash = (token: string): string => createHash('sha256').update(token).digest('hex');
