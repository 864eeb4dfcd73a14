/** Allows script URLs of our own origin only. Trusted Types reject a worker or service worker without such a policy. */
interface UrlPolicy {
  createScriptURL(url: string): unknown;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): UrlPolicy;
}

function ours(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError('a script from elsewhere');
  return url;
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy('app', { createScriptURL: ours });

/** Returns the URL in the form that `new Worker` and `register` accept under Trusted Types. */
export function scriptUrl(url: string): string {
  return policy ? (policy.createScriptURL(url) as string) : ours(url);
}
