import { defineShardTests } from './shard.ts';

defineShardTests(1);
