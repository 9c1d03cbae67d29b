/**
 * Schemas of requests and responses. They are strict on purpose: "3" is not a number, and unknown
 * members are rejected. All of them are TypeBox schemas, from which the API document is generated.
 */
import { bidiControls } from '../lib/text/bidi-controls'
import {
  Kind,
  type Static,
  type TSchema,
  type TProperties,
  type TUnsafe,
  Type,
  TypeRegistry,
} from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

export type { Static, TSchema }

interface Bounds {
  minimum?: number
  maximum?: number
}

const within = (value: number, { minimum = -Infinity, maximum = Infinity }: Bounds) =>
  value >= minimum && value <= maximum

TypeRegistry.Set('Instant', (_, value) => value instanceof Date && !Number.isNaN(value.getTime()))
TypeRegistry.Set<Bounds & { default?: number }>(
  'IntegerText',
  (schema, value) =>
    // The framework sets a default before validation, as a number rather than text.
    (value !== undefined && value === schema.default) ||
    (typeof value === 'string' && /^-?\d{1,15}$/.test(value) && within(Number(value), schema)),
)

/** An object without additional members. */
export const shape = <Members extends TProperties>(members: Members, options = {}) =>
  Type.Object(members, { additionalProperties: false, ...options })

/** An object with a title, which names its type in generated clients. */
export const named = <Members extends TProperties>(title: string, members: Members, options = {}) =>
  shape(members, { ...options, title })

/** The member is required and may be null. */
export const nullable = <Schema extends TSchema>(schema: Schema, options = {}) =>
  Type.Union([schema, Type.Null()], options)

/** The member may be omitted. */
export const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

/** Omitted, null or a value: the three states of a PATCH. */
export const patchable = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema))

export const list = <Schema extends TSchema>(schema: Schema, options = {}) =>
  Type.Array(schema, options)

/**
 * A list of strings without duplicates. Does not use the option `uniqueItems` of `list`, which
 * hashes each string byte by byte even if the list is rejected: 1 MB takes 0.2 seconds on the
 * server's thread.
 */
export const uniqueList = <Schema extends TSchema>(
  schema: Schema,
  { maxItems, description }: { maxItems: number; description?: string },
): TUnsafe<Static<Schema>[]> =>
  Type.Unsafe<Static<Schema>[]>({
    ...list(schema, { maxItems, ...(description !== undefined && { description }) }),
    [Kind]: 'UniqueList',
    uniqueItems: true,
  })
TypeRegistry.Set<{ items: TSchema; maxItems: number }>(
  'UniqueList',
  (schema, value) =>
    Value.Check(list(schema.items, { maxItems: schema.maxItems }), value) &&
    new Set(value).size === value.length,
)

const int32 = 2_147_483_647

/** A 32-bit integer. */
export const integer = (bounds: Bounds & { description?: string } = {}) =>
  Type.Integer({ minimum: -int32, maximum: int32, format: 'int32', ...bounds })

/** A large integer, for example a count or a number of bytes. */
export const long = (bounds: Bounds & { description?: string } = {}) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, format: 'int64', ...bounds })

export const number = (bounds: Bounds & { description?: string; format?: string } = {}) =>
  Type.Number(bounds)

/** Text without NUL characters, which PostgreSQL cannot store. */
export const text = (
  maxLength = 1000,
  options: { minLength?: number; pattern?: string; description?: string } = {},
) => Type.String({ maxLength, pattern: '^[^\\u0000]*$', ...options })

/** A name that other people may see. Must not contain NUL or bidirectional control characters. */
export const nameText = (maxLength: number, options: { description?: string } = {}) =>
  text(maxLength, { minLength: 1, pattern: `^[^\\u0000${bidiControls}]*$`, ...options })

/**
 * A query parameter whose text the handler parses. `pattern` is used only in the API document,
 * because the handler lists the valid values when it rejects others.
 */
export const choicesText = (
  pattern: string,
  options: { description?: string; maxLength?: number } = {},
): TUnsafe<string> =>
  Type.Unsafe<string>({
    [Kind]: 'ChoicesText',
    type: 'string',
    maxLength: 200,
    pattern,
    ...options,
  })
TypeRegistry.Set<{ maxLength: number }>(
  'ChoicesText',
  (schema, value) => typeof value === 'string' && value.length <= schema.maxLength,
)

/** A query parameter with words separated by commas, which the handler splits. */
export const wordsText = (
  words: readonly string[],
  options: { description?: string; maxLength?: number } = {},
) => {
  const word = ` *(${words.join('|')})? *`
  return choicesText(`^${word}(,${word})*$`, options)
}

/**
 * Text in a response. It needs no limits, because stored text was validated when it was entered.
 */
export const anyText = (options: { description?: string } = {}) => Type.String(options)

export const boolean = (options: { description?: string } = {}) => Type.Boolean(options)

export const id = (description = 'UUID') =>
  Type.String({
    format: 'uuid',
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    description,
  })

/** True for a UUID. Use this where the schema accepts any text as an ID. */
export const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

/** A timestamp in a response: a Date in code, ISO 8601 in UTC with milliseconds in JSON. */
export const instant = (options: { description?: string } = {}): TUnsafe<Date> =>
  Type.Unsafe<Date>({ [Kind]: 'Instant', type: 'string', format: 'date-time', ...options })

/**
 * A timestamp in a request: ISO 8601 with an offset, within the range that both databases support.
 */
export const instantText = (options: { description?: string } = {}): TUnsafe<string> =>
  Type.Unsafe<string>({ [Kind]: 'InstantText', type: 'string', format: 'date-time', ...options })
TypeRegistry.Set('InstantText', (_, value) => typeof value === 'string' && isInstant(value))

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i
const firstMs = Date.parse('0001-01-01T00:00:00Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

const isInstant = (value: string) =>
  instantForm.test(value) &&
  within(Date.parse(value.toUpperCase()), { minimum: firstMs, maximum: lastMs })

/** A string enum. */
export const oneOf = <const Words extends readonly string[]>(
  words: Words,
  options: { description?: string } = {},
) =>
  Type.Unsafe<Words[number]>({
    ...Type.String(),
    [Kind]: 'OneOf',
    type: 'string',
    enum: words,
    ...options,
  })
TypeRegistry.Set<{ enum: string[] }>(
  'OneOf',
  (schema, value) => typeof value === 'string' && schema.enum.includes(value),
)

TypeRegistry.Set('Upload', (_, value) => value instanceof Blob)

/** A file in a multipart form. The route validates the content. */
export const upload = (options: { description?: string } = {}): TUnsafe<Blob> =>
  Type.Unsafe<Blob>({ [Kind]: 'Upload', type: 'string', format: 'binary', ...options })

/** An integer as a query parameter. The handler converts its text to a number. */
export const integerText = (
  bounds: Bounds & { default?: number; description?: string } = {},
): TUnsafe<string> => Type.Unsafe<string>({ [Kind]: 'IntegerText', type: 'integer', ...bounds })

/** A boolean query parameter. */
export const booleanText = (options: { description?: string } = {}) =>
  oneOf(['true', 'false'], options)

/** A JSON object with any members. The route limits its size. */
export const freeForm = (description?: string) =>
  Type.Record(Type.String(), Type.Unknown(), description === undefined ? {} : { description })

/** Values of one schema, keyed by arbitrary names. */
export const record = <Schema extends TSchema>(schema: Schema, options = {}) =>
  Type.Record(Type.String(), schema, options)

export const unknown = () => Type.Unknown()
export const literal = <const Value extends string | number | boolean>(
  value: Value,
  options: { description?: string } = {},
) => Type.Literal(value, options)
export const either = <Schemas extends TSchema[]>(...schemas: [...Schemas]) => Type.Union(schemas)
export const partial = Type.Partial
export const extend = Type.Composite

export const ByIdParams = shape({ id: id() })
