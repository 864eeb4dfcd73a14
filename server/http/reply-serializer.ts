import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { z } from '../../contract/zod.ts';

// [Note: Checked replies] Every reply is checked against the schema of its call, and loses the fields that the schema
// does not name. Zod makes several objects for each value that it checks, so for a large reply it took more time than
// everything else that the server does in JavaScript. The encoders below check the same, but make only the result. They
// decide only what they accept: they leave a reply that they reject to zod, which also describes the error, and a part
// of a schema that they do not know.

/** The result of an encoder for a value that may not match the schema. */
const REJECTED = Symbol('rejected');

/** Returns the value without unnamed fields, or REJECTED. */
type Encoder = (value: unknown) => unknown;

const accept =
  (isValid: (value: unknown) => boolean): Encoder =>
  (value) =>
    isValid(value) ? value : REJECTED;

/** Lets zod check a value. Without `direction`, it must leave the value unchanged. */
function zodEncoder(schema: z.core.$ZodType, direction?: 'backward'): Encoder {
  const context = { async: false, ...(direction && { direction }) };
  return (value) => {
    const result = schema._zod.run({ value, issues: [] }, context);
    if (result instanceof Promise || result.issues.length > 0) return REJECTED;
    return direction || result.value === value ? result.value : REJECTED;
  };
}

function arrayEncoder(encode: Encoder): Encoder {
  return (value) => {
    if (!Array.isArray(value)) return REJECTED;
    const encoded: unknown[] = [];
    for (const item of value as readonly unknown[]) {
      const own = encode(item);
      if (own === REJECTED) return REJECTED;
      encoded.push(own);
    }
    return encoded;
  };
}

function objectEncoder(shape: Readonly<Record<string, z.core.$ZodType>>): Encoder {
  const fields = Object.entries(shape).map(([name, schema]) => ({
    ...{ name, encode: encoderOf(schema), isOptional: schema._zod.def.type === 'optional' },
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return REJECTED;
    const encoded: Record<string, unknown> = {};
    for (const { name, encode, isOptional } of fields) {
      const own = (value as Record<string, unknown>)[name];
      if (own === undefined && isOptional) continue;
      const field = own === undefined ? REJECTED : encode(own);
      if (field === REJECTED) return REJECTED;
      encoded[name] = field;
    }
    return encoded;
  };
}

const isNumber: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: Number.isFinite,
  safeint: Number.isSafeInteger,
};

/** Returns the encoder of a schema without checks of its own; undefined if zod must check the values. */
function simpleEncoderOf(schema: z.core.$ZodType): Encoder | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return def.catchall ? undefined : objectEncoder(def.shape);
    case 'array':
      return arrayEncoder(encoderOf(def.element));
    case 'optional':
      return encoderOf(def.innerType);
    case 'nullable': {
      const encode = encoderOf(def.innerType);
      return (value) => (value === null ? null : encode(value));
    }
    case 'enum':
    case 'literal': {
      const { values } = schema._zod;
      return values && accept((value) => (values as ReadonlySet<unknown>).has(value));
    }
    case 'boolean':
      return accept((value) => typeof value === 'boolean');
    case 'string':
      return 'format' in def ? undefined : accept((value) => typeof value === 'string');
    case 'number': {
      const isValid = isNumber['format' in def ? String(def.format) : 'any'];
      return isValid && accept(isValid);
    }
    default:
      return undefined;
  }
}

function encoderOf(schema: z.core.$ZodType): Encoder {
  const { type, checks = [] } = schema._zod.def;
  const simple = checks.length === 0 ? simpleEncoderOf(schema) : undefined;
  // The schema of a string or a number is the same in both directions, but zod takes twice the time for the encoding.
  return simple ?? zodEncoder(schema, type === 'string' || type === 'number' ? undefined : 'backward');
}

/** Returns a function that checks and serialises the replies of a call. See: [Note: Checked replies] */
export const replySerializerCompiler: FastifySerializerCompiler<z.core.$ZodType> = (route) => {
  const serializeWithZod = serializerCompiler(route);
  let encode: Encoder | undefined;
  return (reply: unknown) => {
    encode ??= encoderOf(route.schema);
    const encoded = encode(reply);
    return encoded === REJECTED ? serializeWithZod(reply) : JSON.stringify(encoded);
  };
};
