/**
 * The words with which rooms describe what crosses the wire. Strict on purpose: "3" is no number, and a
 * member that nobody asked for is refused. Each is a TypeBox schema, so it also describes itself in the
 * API document.
 */
import {
  Kind,
  type Static,
  type TSchema,
  type TProperties,
  type TUnsafe,
  Type,
  TypeRegistry,
} from '@sinclair/typebox'

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
    // The default is filled in before this is asked, as the number that the API document shows.
    (value !== undefined && value === schema.default) ||
    (typeof value === 'string' && /^-?\d{1,15}$/.test(value) && within(Number(value), schema)),
)

/** An object with these members and no other. */
export const shape = <Members extends TProperties>(members: Members, options = {}) =>
  Type.Object(members, { additionalProperties: false, ...options })

/** The same with a name, which generated clients give to its type: one shape, one name. */
export const named = <Members extends TProperties>(title: string, members: Members, options = {}) =>
  shape(members, { ...options, title })

/** The member is always there and may be null. */
export const nullable = <Schema extends TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** The member may be left out. */
export const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)

/** Left out, null or a value: the three states of a PATCH. */
export const patchable = <Schema extends TSchema>(schema: Schema) => Type.Optional(nullable(schema))

export const list = <Schema extends TSchema>(schema: Schema, options = {}) =>
  Type.Array(schema, options)

const int32 = 2_147_483_647

/** A whole number of 32 bits. */
export const integer = (bounds: Bounds & { description?: string } = {}) =>
  Type.Integer({ minimum: -int32, maximum: int32, format: 'int32', ...bounds })

/** A whole number that may be large: counts, bytes. */
export const long = (bounds: Bounds & { description?: string } = {}) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, format: 'int64', ...bounds })

export const number = (bounds: Bounds & { description?: string; format?: string } = {}) =>
  Type.Number(bounds)

/** Text of at most `maxLength` characters, without NUL characters, which databases refuse. */
export const text = (
  maxLength = 1000,
  options: { minLength?: number; description?: string } = {},
) => Type.String({ maxLength, pattern: '^[^\\u0000]*$', ...options })

/** Text in an answer: what is stored was checked when it came in. */
export const anyText = (options: { description?: string } = {}) => Type.String(options)

export const boolean = (options: { description?: string } = {}) => Type.Boolean(options)

export const id = (description = 'UUID') =>
  Type.String({
    format: 'uuid',
    pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
    description,
  })

/** A moment in an answer: a Date here, ISO 8601 in UTC with milliseconds on the wire. */
export const instant = (options: { description?: string } = {}): TUnsafe<Date> =>
  Type.Unsafe<Date>({ [Kind]: 'Instant', type: 'string', format: 'date-time', ...options })

/** A moment in a request: ISO 8601 with an offset, of a year that both databases know. */
export const instantText = (): TUnsafe<string> =>
  Type.Unsafe<string>({ [Kind]: 'InstantText', type: 'string', format: 'date-time' })
TypeRegistry.Set('InstantText', (_, value) => typeof value === 'string' && isInstant(value))

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/i
const firstMs = Date.parse('0001-01-01T00:00:00Z')
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

const isInstant = (value: string) =>
  instantForm.test(value) &&
  within(Date.parse(value.toUpperCase()), { minimum: firstMs, maximum: lastMs })

/** One of these words. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number]>({ ...Type.String(), [Kind]: 'OneOf', type: 'string', enum: words })
TypeRegistry.Set<{ enum: string[] }>(
  'OneOf',
  (schema, value) => typeof value === 'string' && schema.enum.includes(value),
)

TypeRegistry.Set('Upload', (_, value) => value instanceof Blob)

/** A file of a multipart form; what it holds is looked at by the room that takes it. */
export const upload = (): TUnsafe<Blob> =>
  Type.Unsafe<Blob>({ [Kind]: 'Upload', type: 'string', format: 'binary' })

/** A whole number in a query, as text; the handler turns it into a number. */
export const integerText = (bounds: Bounds & { default?: number } = {}): TUnsafe<string> =>
  Type.Unsafe<string>({ [Kind]: 'IntegerText', type: 'integer', ...bounds })

/** `true` or `false` in a query. */
export const booleanText = () => oneOf(['true', 'false'])

/** Free-form JSON object; its size is bounded by the room that takes it. */
export const freeForm = () => Type.Record(Type.String(), Type.Unknown())

/** Values of one shape by names that are not known beforehand. */
export const record = <Schema extends TSchema>(schema: Schema) => Type.Record(Type.String(), schema)

export const unknown = () => Type.Unknown()
export const literal = <const Value extends string | number | boolean>(value: Value) =>
  Type.Literal(value)
export const either = <Schemas extends TSchema[]>(...schemas: [...Schemas]) => Type.Union(schemas)
export const partial = Type.Partial
export const extend = Type.Composite

export const ByIdParams = shape({ id: id() })
