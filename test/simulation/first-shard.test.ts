import { defineShardTests } from './shard.ts';

defineShardTests(0);
