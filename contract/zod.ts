// The only import of zod. Without jitless zod probes `new Function`, which our CSP reports as a violation.
import * as z from 'zod/mini';

z.config({ jitless: true });

export { z };
