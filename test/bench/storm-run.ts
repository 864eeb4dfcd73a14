import { measureStorm } from './storm.ts';

// Prints the figures of a storm as JSON. This file is also copied into a checkout of an earlier commit and run there.

const figures = await measureStorm();
process.stdout.write(JSON.stringify(figures));
process.exit(0);
