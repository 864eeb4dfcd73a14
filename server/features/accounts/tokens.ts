import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from '../../../contract/zod.ts';

const AUDIENCE = 'haversack';
const TYPE = 'at+jwt';
/** Views have tokens of a type of their own, so that no code that expects an access token accepts them. */
const VIEW_TYPE = 'view+jwt';
/** Lifetime of an access token that is accompanied by a refresh cookie. */
export const SHORT_LIFETIME_S = 15 * 60;
/** Lifetime of an access token for a client without cookies. */
export const LONG_LIFETIME_S = 30 * 24 * 3600;
export const REFRESH_LIFETIME_S = 30 * 24 * 3600;

const Claims = z.object({ sub: z.string(), ver: z.int(), scp: z.string(), fam: z.string() });

/** Claims of an access token. `fam` is the session id; ending the session invalidates the token. */
export type Claims = z.infer<typeof Claims>;

const ViewClaims = z.object({ sub: z.string(), scp: z.string(), fam: z.string() });

/** Claims of the token of a view: the person who is seen, and the id of the view as `fam`. */
export type ViewClaims = z.infer<typeof ViewClaims>;

export interface Tokens {
  issue(claims: Claims, seconds: number): Promise<string>;
  /**
   * Returns the claims, or null if the token is invalid or expired. With `evenExpired`, expired tokens are accepted
   * too; meant for calls that grant nothing on the basis of the token alone.
   */
  read(token: string, evenExpired?: boolean): Promise<Claims | null>;
  issueView(claims: ViewClaims, seconds: number): Promise<string>;
  /** Returns the claims of the token of a view, or null for any other token and once it has expired. */
  readView(token: string): Promise<ViewClaims | null>;
}

async function verified(token: string, key: Uint8Array, now: Date, typ = TYPE): Promise<unknown> {
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['HS256'],
    audience: AUDIENCE,
    typ,
    currentDate: now,
    requiredClaims: ['sub', 'exp', 'iat'],
  });
  return payload;
}

/**
 * Whether a token is encoded canonically. Decoders ignore padding and unused bits, so the same token could otherwise be
 * written in many ways.
 */
const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

/** Creates and verifies HS256 access tokens with a key derived from the secret of the installation. */
export function createTokens(secret: string, clock: () => Date): Tokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'haversack access token', 32));
  const issue = (typ: string, { sub, ...claims }: ViewClaims & Record<string, unknown>, seconds: number) => {
    const now = Math.floor(clock().getTime() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ })
      .setSubject(sub)
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(key);
  };
  return {
    issue: (claims, seconds) => issue(TYPE, claims, seconds),
    issueView: (claims, seconds) => issue(VIEW_TYPE, { ...claims, scope: 'view' }, seconds),
    readView: async (token) => {
      if (!isCanonical(token)) return null;
      const payload = await verified(token, key, clock(), VIEW_TYPE).catch(() => null);
      return ViewClaims.safeParse(payload).data ?? null;
    },
    read: async (token, evenExpired = false) => {
      if (!isCanonical(token)) return null;
      try {
        return Claims.safeParse(await verified(token, key, clock())).data ?? null;
      } catch (error) {
        // This error is thrown only after the signature was verified.
        if (evenExpired && error instanceof errors.JWTExpired) return Claims.safeParse(error.payload).data ?? null;
        return null;
      }
    },
  };
}

/** Returns the token in `Authorization: Bearer x` or `Authorization: JWT x`; null if there is none. */
export function tokenOf(header: string | undefined): string | null {
  return /^(?:Bearer|JWT) +(\S+)$/i.exec(header ?? '')?.[1] ?? null;
}

const BOUND = 'b.';

/**
 * Creates a refresh token for the cookie; the database stores only its hash. A bound token is accepted only together
 * with an access token of its session. The mark of a bound token is part of the hashed string, so that it cannot be
 * removed.
 */
export const newRefreshToken = (isBound: boolean): string =>
  (isBound ? BOUND : '') + randomBytes(32).toString('base64url');
export const isBoundToken = (token: string): boolean => token.startsWith(BOUND);
export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('hex');
