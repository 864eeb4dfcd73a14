import type { Chance } from '../../simulation/rng.ts';
import { callerKinds } from '../callers.ts';
import * as hostile from './hostile.ts';
import { type FuzzBody, type FuzzRequest, type Json, partsFlaws } from './template.ts';

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the number of values inside a value, including the value itself. */
function size(value: Json): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, item) => sum + size(item), 1);
}

/** Replaces the value at a position of the depth-first walk. */
function replaceAt(value: Json, position: number, change: (old: Json) => Json): Json {
  if (position === 0) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  let before = 1;
  const entries = Object.entries(value).map(([key, item]): [string, Json] => {
    const at = position - before;
    const length = size(item);
    before += length;
    return [key, at >= 0 && at < length ? replaceAt(item, at, change) : item];
  });
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

/** Mutates requests. */
export class Mutator {
  private readonly chance: Chance;
  constructor(chance: Chance) {
    this.chance = chance;
  }

  mutateRequest(request: FuzzRequest): FuzzRequest {
    const steps = 1 + this.chance.below(3);
    let changed = request;
    for (let step = 0; step < steps; step += 1) changed = this.once(changed);
    return changed;
  }

  private once(request: FuzzRequest): FuzzRequest {
    const isEmpty = request.body.as === 'none';
    const mutationKind = this.chance.pickWeighted({
      body: isEmpty ? 1 : 12,
      type: isEmpty ? 1 : 2,
      query: 2,
      header: 3,
      path: request.path.includes('<') ? 3 : 1,
      method: 1,
      caller: 1,
    });
    switch (mutationKind) {
      case 'body':
        return { ...request, body: this.body(request.body) };
      case 'type':
        return { ...request, headers: { ...request.headers, 'content-type': this.chance.pick(hostile.contentTypes) } };
      case 'query':
        return { ...request, query: this.query(request.query) };
      case 'header':
        return { ...request, headers: { ...request.headers, ...this.header() } };
      case 'path':
        return { ...request, path: this.path(request.path) };
      case 'method':
        return { ...request, method: this.chance.pick(hostile.methods) };
      case 'caller':
        return { ...request, by: this.chance.pick(callerKinds) };
    }
  }

  private header(): Record<string, string> {
    const [name, values] = this.chance.pick(hostile.headers);
    return { [name]: this.chance.pick(values) };
  }

  private path(path: string): string {
    const parts = path.split('/');
    const ids = parts.flatMap((part, index) => (part.startsWith('<') ? [index] : []));
    const at = ids.length > 0 && this.chance.happens(0.8) ? this.chance.pick(ids) : this.chance.below(parts.length);
    return parts.with(at, this.segment(parts[at]!)).join('/');
  }

  private segment(old: string): string {
    const own = /^<own:(\w+)/.exec(old);
    if (own && this.chance.happens(0.4)) return `<foreign:${own[1]}>`;
    return this.chance.pick(hostile.segments);
  }

  private query(query: [string, string][]): [string, string][] {
    const [name] = query.length > 0 ? this.chance.pick(query) : ['page'];
    const value = this.chance.pick(hostile.texts);
    if (this.chance.happens(0.3)) return [...query, [this.chance.pick(hostile.fieldNames), value]];
    if (this.chance.happens(0.3)) return [...query, [name, value]];
    return [...query.filter(([one]) => one !== name), [name, value]];
  }

  private body(body: FuzzBody): FuzzBody {
    if (this.chance.happens(0.08))
      return { as: 'text', type: 'application/json', text: this.chance.pick(hostile.bodies) };
    switch (body.as) {
      case 'json':
        return { as: 'json', value: this.json(body.value) };
      case 'form': {
        const [name] = body.fields.length > 0 ? this.chance.pick(body.fields) : ['username'];
        return { as: 'form', fields: [...body.fields, [name, this.chance.pick(hostile.texts)]] };
      }
      case 'parts':
        return this.parts(body);
      case 'text':
        return { ...body, text: this.breakText(body.text) };
      case 'none':
        return { as: 'json', value: this.chance.pick(hostile.values) };
    }
  }

  private parts(body: Extract<FuzzBody, { as: 'parts' }>): FuzzBody {
    const mutationKind = this.chance.pick(['flaw', 'many', 'name', 'text', 'file', 'field'] as const);
    const parts = body.parts.length > 0 ? body.parts : [{ name: 'notes', text: 'x' }];
    const at = this.chance.below(parts.length);
    const part = parts[at]!;
    switch (mutationKind) {
      case 'flaw':
        return { ...body, flaw: this.chance.pick(partsFlaws) };
      case 'many':
        return { ...body, parts: Array.from({ length: this.chance.pick([2, 45, 300]) }, () => part) };
      case 'name':
        return { ...body, parts: [...parts, { ...part, name: this.chance.pick(hostile.fieldNames) }] };
      case 'text':
        return { ...body, parts: parts.with(at, { ...part, text: this.breakText(part.text) }) };
      case 'file':
        return { ...body, parts: [...parts, { ...part, filename: '../../x.svg', type: 'image/svg+xml' }] };
      case 'field':
        return { ...body, parts: parts.toSpliced(at, 1) };
    }
  }

  /** Damages a text or the bytes of a file. */
  private breakText(text: string): string {
    return this.chance.pick([this.chance.pick(hostile.texts), `${text}${text}`, `${text}<big:5000>`, text.slice(1)]);
  }

  private json(value: Json): Json {
    const at = this.chance.below(size(value));
    return replaceAt(value, at, (old) => {
      if (isObject(old) && this.chance.happens(0.8)) return this.object(old);
      if (Array.isArray(old) && this.chance.happens(0.6)) return this.list(old);
      return this.leaf(old);
    });
  }

  private object(old: Record<string, Json>): Json {
    const names = Object.keys(old);
    if (names.length > 0 && this.chance.happens(0.4)) {
      const removedName = this.chance.pick(names);
      return Object.fromEntries(Object.entries(old).filter(([name]) => name !== removedName));
    }
    const added = this.chance.pick(hostile.fieldNames);
    return Object.fromEntries([...Object.entries(old), [added, this.chance.pick(hostile.values)]]);
  }

  private list(old: Json[]): Json {
    const item = old[0] ?? this.chance.pick(hostile.values);
    return Array.from({ length: this.chance.pick([0, 1, 2, 30, 150]) }, () => item);
  }

  private leaf(old: Json): Json {
    const own = typeof old === 'string' ? /^<own:(\w+)/.exec(old) : null;
    if (own && this.chance.happens(0.5)) return this.chance.pick([`<foreign:${own[1]}>`, '<missing>', '<own:me>']);
    if (typeof old === 'string' && this.chance.happens(0.6)) return this.chance.pick(hostile.texts);
    return this.chance.pick(hostile.values);
  }
}
