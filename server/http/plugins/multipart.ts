import { createHash } from 'node:crypto';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '../../../contract/api-calls/define.ts';
import { Refused } from '../../../contract/errors.ts';
import { MAX_PHOTO_FILE_BYTES } from '../../../contract/values.ts';
import type { UploadedPhoto } from '../../handlers.ts';
import { formFields, formShapes, type FormPart } from '../form-fields.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a multipart body as received; not validated yet. */
    sentFile: { field: string; data: Buffer; sha256: string } | null;
    photo: UploadedPhoto | null;
  }
}

const KIB = 1024;

/** Limits of a form. Its fields are the values of one record. Only one file is an image; other files contain JSON. */
const limits = {
  fileSize: MAX_PHOTO_FILE_BYTES,
  files: 16,
  fields: 40,
  parts: 41,
  fieldSize: 64 * KIB,
  headerPairs: 20,
};

/** Maximum total size of all files of a form. */
const MAX_FILE_BYTES = MAX_PHOTO_FILE_BYTES + 256 * KIB;

/** Errors while reading parts are always errors of the client, not of the server. */
function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 400;
  return status === 413 ? new Refused('too_large') : new Refused('invalid', { body: 'invalid' });
}

interface Parts {
  fields: FormPart[];
  file: FastifyRequest['sentFile'];
}

/** Whether a file contains JSON: browsers send a JSON part with a content type as a file. */
const isJsonFile = ({ mimetype }: MultipartFile): boolean => /^application\/json\b/i.test(mimetype);

/**
 * Parses a JSON part. Throws `too_large` if it exceeds the size limit of a field, and `invalid` if it is not valid
 * JSON.
 */
function jsonIn(name: string, data: Buffer): FormPart {
  if (data.length > limits.fieldSize) throw new Refused('too_large');
  try {
    return { name, value: JSON.parse(data.toString()) as unknown, isJson: true };
  } catch {
    throw new Refused('invalid', { [name.slice(0, 200)]: 'invalid' });
  }
}

async function partsOf(request: FastifyRequest, call: Call): Promise<Parts> {
  const parts: Parts = { fields: [], file: null };
  let bytes = 0;
  let files = 0;
  for await (const part of request.parts({ limits })) {
    const name = part.fieldname;
    if (part.type === 'field') {
      if (part.fieldnameTruncated || part.valueTruncated) throw new Refused('too_large');
      parts.fields.push({ name, value: part.value, isJson: part.mimetype === 'application/json' });
      continue;
    }
    const data = await part.toBuffer();
    bytes += data.length;
    if (bytes > MAX_FILE_BYTES) throw new Refused('too_large');
    if (!call.files?.includes(name) && isJsonFile(part)) {
      parts.fields.push(jsonIn(name, data));
      continue;
    }
    files += 1;
    if (files > 1) throw new Refused('too_large');
    if (!call.files?.includes(name)) throw new Refused('invalid', { [name.slice(0, 200)]: 'unknown' });
    const sha256 = createHash('sha256').update(data).digest('hex');
    if (data.length > 0) parts.file = { field: name, data, sha256 };
  }
  return parts;
}

/**
 * Creates a hook that converts a multipart body to the object expected by the schema of the call, and puts its file
 * into `sentFile`.
 */
export function readParts(call: Call) {
  const shapes = formShapes(call.body);
  return async (request: FastifyRequest): Promise<void> => {
    if (!request.isMultipart()) return;
    try {
      const { fields, file } = await partsOf(request, call);
      request.body = formFields(fields, shapes);
      request.sentFile = file;
    } catch (error) {
      throw refusalOf(error);
    }
  };
}

/** Rejects a form before its body is read if the photo queue is full. */
export async function refuseIfQueueFull(request: FastifyRequest): Promise<void> {
  if (request.isMultipart()) request.server.photos.refuseIfQueueFull();
}

/** Decodes the image. Runs after all other checks because it is expensive. Throws the same errors as Photos.shrink. */
export async function checkPhoto(request: FastifyRequest): Promise<void> {
  const file = request.sentFile;
  if (!file) return;
  try {
    request.photo = await request.server.photos.shrink(request, file.data);
  } catch (error) {
    const isImageError = error instanceof Refused && (error.code === 'not_an_image' || error.code === 'too_large');
    throw isImageError ? new Refused(error.code, { [file.field]: error.code }) : error;
  }
}

export async function addMultipart(app: FastifyInstance): Promise<void> {
  app.decorateRequest('sentFile', null);
  app.decorateRequest('photo', null);
  await app.register(multipart, { limits });
}
