import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { z } from '../../../contract/zod.ts';

const AUDIENCE = 'haversack';
const TYPE = 'at+jwt';
/**
 * The type of view tokens. It differs from the type of access tokens, so that code that expects an access token rejects
 * them.
 */
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

/** Claims of the token of a view: the viewed person, and the id of the view as `fam`. */
export type ViewClaims = z.infer<typeof ViewClaims>;

export interface Tokens {
  issue(claims: Claims, seconds: number): Promise<string>;
  /**
   * Returns the claims, or null if the token is invalid or expired. With `evenExpired`, also accepts expired tokens,
   * for calls to which a token alone gives no access.
   */
  read(token: string, evenExpired?: boolean): Promise<Claims | null>;
  issueView(claims: ViewClaims, seconds: number): Promise<string>;
  /** Returns the claims of the token of a view; null if the token is of another type, invalid or expired. */
  readView(token: string): Promise<ViewClaims | null>;
}

/** Maximum number of cached verified tokens; when it is exceeded, the token that was verified first is dropped. */
const MAX_VERIFIED = 10_000;

/**
 * Whether a token is encoded canonically. Decoders ignore padding and unused bits, so without this check the same token
 * could be written in many ways.
 */
const isCanonical = (token: string): boolean =>
  token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);

function typeOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).typ;
  } catch {
    return undefined;
  }
}

/**
 * Verifies tokens that were signed with one of several keys. Verified payloads are kept in memory until they expire,
 * since verifying a token takes longer than the rest of most requests. This class does not check whether the session
 * still exists; `loadCaller` checks this for each request.
 */
class Verifier {
  readonly #keys: readonly Uint8Array[];
  readonly #clock: () => Date;
  readonly #max: number;
  readonly #verified = new Map<string, JWTPayload>();

  constructor(keys: readonly Uint8Array[], clock: () => Date, max: number) {
    this.#keys = keys;
    this.#clock = clock;
    this.#max = max;
  }

  /**
   * Returns the payload of a valid token of a type; undefined if the token has a different type or is not canonical.
   * Throws a JOSEError if the token is invalid in any other way: JWTExpired if it has only expired.
   */
  async payload(token: string, typ: string): Promise<JWTPayload | undefined> {
    const now = this.#clock();
    if (typeOf(token) !== typ) return undefined;
    const cached = this.#verified.get(token);
    if (cached?.exp !== undefined && cached.exp > Math.floor(now.getTime() / 1000)) return cached;
    this.#verified.delete(token);
    if (!isCanonical(token)) return undefined;
    const payload = await this.#verify(token, { typ, currentDate: now });
    this.#verified.set(token, payload);
    for (const oldest of this.#verified.keys()) {
      if (this.#verified.size <= this.#max) break;
      this.#verified.delete(oldest);
    }
    return payload;
  }

  async #verify(token: string, options: { typ: string; currentDate: Date }): Promise<JWTPayload> {
    const required = { algorithms: ['HS256'], audience: AUDIENCE, requiredClaims: ['sub', 'exp', 'iat'] };
    for (const key of this.#keys) {
      try {
        return (await jwtVerify(token, key, { ...required, ...options })).payload;
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}

const keyOf = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'haversack access token', 32));

export interface TokenOptions {
  /** The previous secret; tokens that were signed with it are still accepted. */
  previous_secret?: string | undefined;
  maxVerified?: number;
  /** If given, tokens of other organisations are invalid, even if they were signed with the same secret. */
  scope?: string | undefined;
}

/** Creates and verifies HS256 access tokens with a key derived from the secret of the installation. */
export function createTokens(
  secret: string,
  clock: () => Date,
  { previous_secret, maxVerified = MAX_VERIFIED, scope }: TokenOptions = {},
): Tokens {
  const key = keyOf(secret);
  const keys = previous_secret === undefined ? [key] : [key, keyOf(previous_secret)];
  const verifier = new Verifier(keys, clock, maxVerified);
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
  const claimsInScope = <T extends { scp: string }>(claims: T | undefined): T | null =>
    claims === undefined || (scope !== undefined && claims.scp !== scope) ? null : claims;
  return {
    issue: (claims, seconds) => issue(TYPE, claims, seconds),
    issueView: (claims, seconds) => issue(VIEW_TYPE, { ...claims, scope: 'view' }, seconds),
    readView: async (token) => {
      const payload = await verifier.payload(token, VIEW_TYPE).catch(() => null);
      return claimsInScope(ViewClaims.safeParse(payload).data);
    },
    read: async (token, evenExpired = false) => {
      try {
        return claimsInScope(Claims.safeParse(await verifier.payload(token, TYPE)).data);
      } catch (error) {
        // A JWTExpired error proves that the signature is valid, because the signature is verified before the expiry.
        if (evenExpired && error instanceof errors.JWTExpired)
          return claimsInScope(Claims.safeParse(error.payload).data);
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
 * Creates a refresh token for the cookie. The database stores only its hash. A bound token is accepted only together
 * with an access token of its session. The prefix that marks a bound token is part of the hashed string, so that it
 * cannot be removed.
 */
export const newRefreshToken = (isBound: boolean): string =>
  (isBound ? BOUND : '') + randomBytes(32).toString('base64url');
export const isBoundToken = (token: string): boolean => token.startsWith(BOUND);
export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('hex');
