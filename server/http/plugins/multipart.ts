import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '../../../contract/calls/define.ts';
import { Refused } from '../../../contract/errors.ts';
import { PHOTO_BYTES_IN } from '../../../contract/values.ts';
import { z } from '../../../contract/zod.ts';
import type { UploadedPhoto } from '../../handlers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a multipart body as received, not yet validated. */
    sentFile: { field: string; data: Buffer; sha256: string } | null;
    photo: UploadedPhoto | null;
  }
}

const KIB = 1024;

/** Fields are the texts of one record; the one file is an image. */
const limits = { fileSize: PHOTO_BYTES_IN, files: 1, fields: 40, parts: 41, fieldSize: 64 * KIB, headerPairs: 20 };

/** How the text of a field is parsed. */
interface FieldShape {
  isJson: boolean;
  isFlag: boolean;
  isNullable: boolean;
}

type JsonSchema = { type?: string; anyOf?: JsonSchema[] };

const typesOf = ({ type, anyOf = [] }: JsonSchema): string[] => [...(type ? [type] : []), ...anyOf.flatMap(typesOf)];

/** The shape of each field, derived from the call's schema. */
function shapesOf(body: z.ZodMiniType): Map<string, FieldShape> {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, JsonSchema>;
  };
  return new Map(
    Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const types = new Set(typesOf(field));
      return [
        name,
        {
          isJson: types.has('array') || types.has('object'),
          isFlag: types.has('boolean'),
          isNullable: types.has('null'),
        },
      ];
    }),
  );
}

function valueOf(name: string, text: string, shape: FieldShape | undefined): unknown {
  if (!shape) return text;
  if (text === '' && shape.isNullable) return null;
  if (shape.isFlag) return text === 'true' ? true : text === 'false' ? false : text;
  if (!shape.isJson) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refused('invalid', { [name]: 'invalid' });
  }
}

/** Errors while reading parts are errors of the client, never of the server. */
function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 400;
  return status === 413 ? new Refused('too_large') : new Refused('invalid', { body: 'invalid' });
}

interface Parts {
  fields: [string, unknown][];
  file: FastifyRequest['sentFile'];
}

async function partsOf(request: FastifyRequest, call: Call, shapes: Map<string, FieldShape>): Promise<Parts> {
  const found: Parts = { fields: [], file: null };
  const seen = new Set<string>();
  for await (const part of request.parts({ limits })) {
    const name = part.fieldname;
    if (seen.has(name)) throw new Refused('invalid', { [name.slice(0, 200)]: 'invalid' });
    seen.add(name);
    if (part.type === 'field') {
      if (part.fieldnameTruncated || part.valueTruncated) throw new Refused('too_large');
      found.fields.push([name, valueOf(name, String(part.value), shapes.get(name))]);
      continue;
    }
    const data = await part.toBuffer();
    if (!call.files?.includes(name)) throw new Refused('invalid', { [name.slice(0, 200)]: 'unknown' });
    const sha256 = createHash('sha256').update(data).digest('hex');
    if (data.length > 0) found.file = { field: name, data, sha256 };
  }
  return found;
}

/** Turns a multipart body into the object that the call's schema expects, and its file into `sentFile`. */
export function readParts(call: Call) {
  const shapes = call.body ? shapesOf(call.body) : new Map<string, FieldShape>();
  return async (request: FastifyRequest): Promise<void> => {
    if (!request.isMultipart()) return;
    try {
      const { fields, file } = await partsOf(request, call, shapes);
      request.body = Object.fromEntries(fields);
      request.sentFile = file;
    } catch (error) {
      throw refusalOf(error);
    }
  };
}

/** Refuses a form before its body is read, while photos queue up. */
export async function checkRoom(request: FastifyRequest): Promise<void> {
  if (request.isMultipart()) request.server.photos.checkRoom();
}

/** Decodes the image after all other checks, because that is expensive. Throws as Photos.shrink does. */
export async function checkPhoto(request: FastifyRequest): Promise<void> {
  const file = request.sentFile;
  if (!file) return;
  try {
    request.photo = await request.server.photos.shrink(request, file.data);
  } catch (error) {
    const isFault = error instanceof Refused && (error.code === 'not_an_image' || error.code === 'too_large');
    throw isFault ? new Refused(error.code, { [file.field]: error.code }) : error;
  }
}

export async function addMultipart(app: FastifyInstance): Promise<void> {
  app.decorateRequest('sentFile', null);
  app.decorateRequest('photo', null);
  await app.register(multipart, { limits });
}
