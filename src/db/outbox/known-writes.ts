import { writeNamed } from '../../../contract/writes/index.ts';
import { registerWrites } from './write-registry.ts';

// The steps of all writes, for whoever has their code anyway.
registerWrites(writeNamed);
