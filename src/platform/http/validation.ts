/** Says in plain words what is wrong with a request: one sentence for each member. */
import type { TSchema } from '@sinclair/typebox'
import { ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import type { Detail } from '../../errors'

/** The part of a validation error that is looked at. */
interface Fault {
  path: string
  type: number
  schema: Record<string, unknown>
  /** Of a union: what each alternative would have wanted. */
  errors?: Iterable<Fault>[]
}

const maxDetails = 50
/** One member may be wrong in several ways, and a stranger's list a million times over. */
const maxFaults = 4 * maxDetails

/** What keeps a value from having this shape; nothing when it has it. */
export function flawsIn(schema: TSchema, value: unknown): Detail[] {
  if (Value.Check(schema, value)) return []
  return detailsOf(Iterator.from(Value.Errors(schema, value)).take(maxFaults).toArray())
}

export function detailsOf(faults: readonly Fault[]): Detail[] {
  const details = new Map<string, Detail>()
  for (const fault of faults.flatMap(withinNullable)) {
    const path = fault.path.replace(/^\//, '').replaceAll('/', '.')
    if (!details.has(path)) details.set(path, { path, message: sentence(fault) })
    if (details.size === maxDetails) break
  }
  return [...details.values()]
}

/** Of "something or null" it is told what is wrong with the something. */
function withinNullable(fault: Fault): Fault[] {
  const options = fault.schema['anyOf'] as { type?: unknown }[] | undefined
  const place = options?.findIndex(({ type }) => type !== 'null') ?? -1
  if (options?.length !== 2 || options[1 - place]?.type !== 'null') return [fault]
  // A stranger's list may be wrong a million times over.
  const inner = Iterator.from(fault.errors?.[place] ?? [])
    .take(maxDetails)
    .toArray()
  return inner.length > 0 ? inner.flatMap(withinNullable) : [fault]
}

interface Limits {
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** Whole sentences, never composed: each has its translation by the words that stand here. */
function sentence({ type, schema }: Fault): string {
  // The form of an id is a matter of its own.
  if (schema['format'] === 'uuid') return kindSentence(schema)
  return limitSentences[type]?.(schema) ?? kindSentence(schema)
}

const limitSentences: Record<number, (schema: Limits) => string> = {
  [ValueErrorType.ObjectAdditionalProperties]: () => 'is not known here',
  [ValueErrorType.ObjectRequiredProperty]: () => 'is missing',
  [ValueErrorType.StringMinLength]: ({ minLength }) =>
    minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`,
  [ValueErrorType.StringMaxLength]: ({ maxLength }) => `must have at most ${maxLength} characters`,
  [ValueErrorType.StringPattern]: () => 'holds characters that are not allowed here',
  [ValueErrorType.IntegerMinimum]: ({ minimum }) => `must be at least ${minimum}`,
  [ValueErrorType.IntegerMaximum]: ({ maximum }) => `must be at most ${maximum}`,
  [ValueErrorType.NumberMinimum]: ({ minimum }) => `must be at least ${minimum}`,
  [ValueErrorType.NumberMaximum]: ({ maximum }) => `must be at most ${maximum}`,
  [ValueErrorType.ArrayMinItems]: ({ minItems }) => `must have at least ${minItems} entries`,
  [ValueErrorType.ArrayMaxItems]: ({ maxItems }) => `must have at most ${maxItems} entries`,
  [ValueErrorType.ArrayUniqueItems]: () => 'must not name anything twice',
}

type Schema = Record<string, unknown> & Limits

/** What it must be, where nothing nearer is known. */
function kindSentence(schema: Schema): string {
  const options = schema['anyOf'] as Schema[] | undefined
  if (options) return `must be one of these: ${options.map(withoutMust).join('; ')}`
  if (schema['const'] !== undefined) return `must be ${JSON.stringify(schema['const'])}`
  if (Array.isArray(schema['enum'])) return `must be one of: ${schema['enum'].join(', ')}`
  if (schema['type'] === 'integer') return integerSentence(schema)
  return (
    formSentences[String(schema['format'])] ??
    typeSentences[String(schema['type'])] ??
    'is not valid'
  )
}

const withoutMust = (schema: Schema) => kindSentence(schema).replace('must be ', '')

/** Numbers in queries are text: their limits are no faults of their own. */
function integerSentence({ minimum, maximum }: Limits): string {
  if (minimum !== undefined && maximum !== undefined) {
    return `must be a whole number from ${minimum} to ${maximum}`
  }
  if (maximum !== undefined) return `must be a whole number of at most ${maximum}`
  if (minimum !== undefined) return `must be a whole number of at least ${minimum}`
  return 'must be a whole number'
}

const formSentences: Record<string, string> = {
  uuid: 'must be an id (a UUID in lower case)',
  'date-time': 'must be a date and time such as 2026-01-31T12:00:00Z',
  binary: 'must be a file, in a form of the type multipart/form-data',
}

const typeSentences: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  null: 'must be null',
}
