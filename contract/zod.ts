// The only module that imports zod. Without `jitless`, zod tries `new Function`, which our CSP reports as a violation.
import * as z from 'zod/mini';

z.config({ jitless: true });

export { z };
