import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { recompress } from './precompress.ts';
import { dist, quickMarker } from './sources.ts';

// Runs beside the server after `npm start` has built the page with quick compression.

const LOW_PRIORITY = 10;

setPriority(LOW_PRIORITY);
await recompress(join(dist, 'web'));
await rm(quickMarker, { force: true });
