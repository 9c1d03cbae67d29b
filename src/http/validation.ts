/** Says in plain words what is wrong with a request: one sentence for each member. */
import { ValueErrorType } from '@sinclair/typebox/errors'
import type { Detail } from '../errors'

/** The part of a validation error that is looked at. */
interface Fault {
  path: string
  type: number
  schema: Record<string, unknown>
  /** Of a union: what each alternative would have wanted. */
  errors?: Iterable<Fault>[]
}

const maxDetails = 50

export function detailsOf(faults: readonly Fault[]): Detail[] {
  const details = new Map<string, Detail>()
  for (const fault of faults.flatMap(withinNullable)) {
    const path = fault.path.replace(/^\//, '').replaceAll('/', '.')
    if (!details.has(path)) details.set(path, { path, message: sentence(fault) })
    if (details.size === maxDetails) break
  }
  return [...details.values()]
}

/** Of "something or null" the fault that lies inside the something, where there is one. */
function withinNullable(fault: Fault): Fault[] {
  const options = fault.schema['anyOf'] as { type?: unknown }[] | undefined
  const place = options?.findIndex(({ type }) => type !== 'null') ?? -1
  if (options?.length !== 2 || options[1 - place]?.type !== 'null') return [fault]
  // A stranger's list may be wrong a million times over.
  const inner = Iterator.from(fault.errors?.[place] ?? [])
    .take(maxDetails)
    .toArray()
  const isInside = inner.length > 0 && inner.every(({ path }) => path.length > fault.path.length)
  return isInside ? inner.flatMap(withinNullable) : [fault]
}

function sentence({ type, schema }: Fault): string {
  const fixed = fixedSentences[type]
  if (fixed) return fixed
  if (Array.isArray(schema['enum'])) return `must be one of: ${schema['enum'].join(', ')}`
  if (schema['format'] === 'uuid') return 'must be an id (a UUID in lower case)'
  return bySchema(schema)
}

const fixedSentences: Record<number, string> = {
  [ValueErrorType.ObjectAdditionalProperties]: 'is not known here',
  [ValueErrorType.ObjectRequiredProperty]: 'is missing',
}

function bySchema(schema: Record<string, unknown>): string {
  const parts = alternatives(schema)
  if (parts.length > 0) return `must be ${parts.join(' or ')}`
  return 'is not valid'
}

function alternatives(schema: Record<string, unknown>): string[] {
  const options = schema['anyOf'] as Record<string, unknown>[] | undefined
  return options ? [...new Set(options.flatMap(alternatives))] : [description(schema)]
}

interface Limits {
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

function description(schema: Record<string, unknown> & Limits): string {
  if (schema['const'] !== undefined) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return `one of: ${schema['enum'].join(', ')}`
  switch (schema['type']) {
    case 'string':
      if (schema['format'] === 'binary') return 'a file, in a form of the type multipart/form-data'
      return `text${lengths(schema.minLength, schema.maxLength, 'characters')}${form(schema)}`
    case 'integer':
      return `a whole number${bounds(schema)}`
    case 'number':
      return `a number${bounds(schema)}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `a list${lengths(schema.minItems, schema.maxItems, 'entries')}`
    case 'object':
      return 'an object'
    case 'null':
      return 'null'
    default:
      return 'something else'
  }
}

const forms: Record<string, string> = {
  uuid: ' that is an id (a UUID in lower case)',
  email: ' that is an e-mail address',
  'date-time': ' that is a date and time such as 2026-01-31T12:00:00Z',
  uri: ' that is a web address',
}

const form = (schema: Record<string, unknown>) =>
  forms[String(schema['format'])] ?? (schema['pattern'] ? ' without forbidden characters' : '')

function lengths(least: number | undefined, most: number | undefined, what: string) {
  if (least !== undefined && most !== undefined) return ` of ${least} to ${most} ${what}`
  if (most !== undefined) return ` of at most ${most} ${what}`
  return least === undefined ? '' : ` of at least ${least} ${what}`
}

function bounds({ minimum, maximum }: Limits) {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (maximum !== undefined) return ` of at most ${maximum}`
  return minimum === undefined ? '' : ` of at least ${minimum}`
}
