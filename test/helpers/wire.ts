import { createHash } from 'node:crypto';
import { toJSONSchema } from 'zod/v4/core';
import { callNamed, callNames } from '../../contract/api-calls/index.ts';
import type { Entity } from '../../contract/entities/define.ts';
import { entities } from '../../contract/entities/index.ts';
import { CONTRACT_VERSION } from '../../contract/version.ts';
import { writes } from '../../contract/writes/index.ts';
import type { z } from '../../contract/zod.ts';

/**
 * The parts of the contract on which clients of earlier versions depend: a hash of each schema that is sent or
 * received.
 */
export interface Wire {
  version: number;
  hashes: Record<string, string>;
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12);
}

/** Returns the JSON schemas of a schema's input and output, which differ if there are defaults or transforms. */
function shapeOf(schema: z.ZodMiniType | undefined): unknown {
  if (!schema) return null;
  return (['input', 'output'] as const).map((io) =>
    toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }),
  );
}

export function readCurrentWire(): Wire {
  const hashes: Record<string, string> = {};
  for (const [name, { group, indexes, policies, schema, window }] of Object.entries<Entity>(entities)) {
    hashes[`entity ${name}`] = hashOf([group, indexes, policies, shapeOf(schema), ...(window ? [window] : [])]);
  }
  for (const [name, write] of Object.entries(writes)) {
    hashes[`write ${name}`] = hashOf([write.entity, write.mode, write.v, shapeOf(write.args)]);
  }
  for (const name of callNames) {
    const { method, path, encoding, status, params, query, body, reply } = callNamed(name);
    hashes[`call ${name}`] = hashOf([method, path, encoding, status, ...[params, query, body, reply].map(shapeOf)]);
  }
  return { version: CONTRACT_VERSION, hashes };
}

/** Returns the differences between the recorded and the current schemas, one line each. */
export function wireDifferences(committed: Wire, current: Wire): string[] {
  const names = [...new Set([...Object.keys(committed.hashes), ...Object.keys(current.hashes)])];
  const changed = names.filter((name) => committed.hashes[name] !== current.hashes[name]);
  if (current.version < committed.version) return ['CONTRACT_VERSION went back'];
  if (changed.length === 0 && current.version === committed.version) return [];
  if (current.version > committed.version) {
    return [
      `version ${current.version} is not recorded: run npm run wire (${changed.join(', ') || 'nothing changed'})`,
    ];
  }
  return changed.map((name) => `${name} changed: raise CONTRACT_VERSION in contract/version.ts, then npm run wire`);
}
