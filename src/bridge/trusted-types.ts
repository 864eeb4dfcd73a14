/**
 * A Trusted Types policy for script URLs. Without one, the browser rejects workers and service workers. This policy
 * accepts only URLs of our own origin.
 */
interface UrlPolicy {
  createScriptURL(url: string): unknown;
}

interface PolicyRules {
  createScriptURL?: (url: string) => string;
  createHTML?: (html: string) => string | null;
}

interface PolicyFactory {
  createPolicy(name: string, rules: PolicyRules): UrlPolicy;
}

function requireOwnOrigin(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('script URL of another origin');
  return url;
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy('app', { createScriptURL: requireOwnOrigin });
// React Aria clears its live regions by setting innerHTML to an empty string; any other HTML is still rejected.
factory?.createPolicy('default', { createHTML: (html) => (html === '' ? html : null) });

/** Returns the URL in the form that `new Worker` and `register` accept under Trusted Types. */
export function scriptUrl(url: string): string {
  return policy ? (policy.createScriptURL(url) as string) : requireOwnOrigin(url);
}
