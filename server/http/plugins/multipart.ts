import { createHash } from 'node:crypto';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Call } from '../../../contract/api-calls/define.ts';
import { Refused } from '../../../contract/errors.ts';
import { MAX_PHOTO_FILE_BYTES, PDF_TYPE } from '../../../contract/values.ts';
import { FileName } from '../../../contract/entities/partner.ts';
import type { Deps } from '../../deps.ts';
import { placeBytes } from '../../files/place-bytes.ts';
import type { UploadedDocument, UploadedFile, UploadedPhoto } from '../../handlers.ts';
import { isPdf } from '../../pdf.ts';
import { isDocumentImage } from '../../shrink-photo.ts';
import { formFields, formShapes, type FormPart } from '../form-fields.ts';

interface SentFile {
  field: string;
  data: Buffer;
  sha256: string;
}

interface SentDocument extends SentFile {
  name: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of a multipart body as received; not validated yet. */
    sentFile: SentDocument | null;
    photo: UploadedPhoto | null;
    /** The documents of a multipart body as received; not validated yet. */
    sentDocuments: readonly SentDocument[] | null;
    documents: readonly UploadedDocument[] | null;
  }
}

const KIB = 1024;

/**
 * Limits of a form. The fields of a form are the values of one record. Its files are one image or a few documents, and
 * JSON parts.
 */
const limits = {
  fileSize: MAX_PHOTO_FILE_BYTES,
  files: 16,
  fields: 40,
  parts: 41,
  fieldSize: 64 * KIB,
  headerPairs: 20,
};

/** Returns the maximum total size in bytes of a form with this number of images or documents. */
const maxBytes = (files: number): number => files * MAX_PHOTO_FILE_BYTES + 256 * KIB;

/** Errors while reading parts are always caused by the client, not by the server. */
function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 400;
  return status === 413 ? new Refused('too_large') : new Refused('invalid', { body: 'invalid' });
}

interface Parts {
  fields: FormPart[];
  files: SentDocument[];
}

/** Whether a file contains JSON: browsers send a JSON part with a content type as a file. */
const isJsonFile = ({ mimetype }: MultipartFile): boolean => /^application\/json\b/i.test(mimetype);

/**
 * Parses a JSON part. Throws `too_large` if it exceeds the size limit of a field, and `invalid` if it is not valid
 * JSON.
 */
function parseJsonPart(name: string, data: Buffer): FormPart {
  if (data.length > limits.fieldSize) throw new Refused('too_large');
  try {
    return { name, value: JSON.parse(data.toString()) as unknown, isJson: true };
  } catch {
    throw new Refused('invalid', { [name.slice(0, 200)]: 'invalid' });
  }
}

/** Returns the name of a file without its path. Throws `invalid` if the name is too long. */
function nameOf({ fieldname, filename }: MultipartFile): string {
  const name = FileName.safeParse(filename.split(/[/\\]/).at(-1) || fieldname);
  if (!name.success) throw new Refused('invalid', { [fieldname.slice(0, 200)]: 'invalid' });
  return name.data;
}

async function partsOf(request: FastifyRequest, call: Call): Promise<Parts> {
  const parts: Parts = { fields: [], files: [] };
  const { documents } = call;
  const isNamed = documents !== undefined || call.raw_file === true;
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
    if (bytes > maxBytes(documents ?? 1)) throw new Refused('too_large');
    if (!call.files?.includes(name) && isJsonFile(part)) {
      parts.fields.push(parseJsonPart(name, data));
      continue;
    }
    files += 1;
    if (files > (documents ?? 1)) throw new Refused(documents === undefined ? 'too_large' : 'files_full');
    if (!call.files?.includes(name)) throw new Refused('invalid', { [name.slice(0, 200)]: 'unknown' });
    const sha256 = createHash('sha256').update(data).digest('hex');
    if (data.length > 0) parts.files.push({ field: name, data, sha256, name: isNamed ? nameOf(part) : '' });
  }
  return parts;
}

/**
 * Creates a hook that converts a multipart body to the object expected by the schema of the call, and puts its file
 * into `sentFile` or its documents into `sentDocuments`.
 */
export function createMultipartHook(call: Call) {
  const shapes = formShapes(call.body);
  return async (request: FastifyRequest): Promise<void> => {
    if (!request.isMultipart()) return;
    try {
      const { fields, files } = await partsOf(request, call);
      request.body = formFields(fields, shapes);
      if (call.documents === undefined) request.sentFile = files[0] ?? null;
      else request.sentDocuments = files;
    } catch (error) {
      throw refusalOf(error);
    }
  };
}

/** Rejects a form before its body is read if the photo queue is full. */
export async function refuseIfQueueFull(request: FastifyRequest): Promise<void> {
  if (request.isMultipart()) request.server.photos.refuseIfQueueFull();
}

/** Runs a check of a file. If the check refuses the file, the error contains the form field of the file. */
async function withFieldError<T>({ field }: SentFile, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    const isFileError = error instanceof Refused && ['not_an_image', 'file_invalid', 'too_large'].includes(error.code);
    throw isFileError ? new Refused(error.code, { [field]: error.code }) : error;
  }
}

/**
 * Checks a document. Throws `file_invalid` if it is neither a PDF nor a JPEG or PNG, and the errors of Photos.shrink.
 */
async function checkDocument(request: FastifyRequest, { name, data, sha256 }: SentDocument) {
  if (isPdf(data)) return { name, data, sha256, mime: PDF_TYPE } as const;
  if (!isDocumentImage(data)) throw new Refused('file_invalid');
  return { name, ...(await request.server.photos.shrink(request, data)) };
}

/**
 * Creates a hook that decodes the image or checks the documents, and stores their bytes where this installation stores
 * new files. Runs after all other checks, because decoding is expensive. Throws the same errors as Photos.shrink and
 * placeBytes, and `file_invalid`.
 */
export function createFilesHook(deps: Deps) {
  const place = async <T extends UploadedFile>({ caller }: FastifyRequest, file: T): Promise<T> => ({
    ...file,
    placement: await placeBytes(deps, caller?.scope ?? deps.scope, file.data),
  });
  return async (request: FastifyRequest): Promise<void> => {
    const { sentFile, sentDocuments } = request;
    if (sentFile) {
      const photo = await withFieldError(sentFile, () => request.server.photos.shrink(request, sentFile.data));
      request.photo = await place(request, photo);
    }
    const documents: UploadedDocument[] = [];
    for (const sent of sentDocuments ?? [])
      documents.push(await place(request, await withFieldError(sent, () => checkDocument(request, sent))));
    request.documents = documents;
  };
}

export async function registerMultipart(app: FastifyInstance): Promise<void> {
  app.decorateRequest('sentFile', null);
  app.decorateRequest('photo', null);
  app.decorateRequest('sentDocuments', null);
  app.decorateRequest('documents', null);
  await app.register(multipart, { limits });
}
