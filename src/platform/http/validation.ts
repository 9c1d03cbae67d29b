/** Converts the validation errors of a request to one message per member. */
import { Kind, type TSchema } from '@sinclair/typebox'
import { ValueErrorType } from '@sinclair/typebox/errors'
import { Value } from '@sinclair/typebox/value'
import { type Detail, invalid } from '../../errors'
import type { Message } from '../messages/message'
import { requestMessages, valueMessages } from '../messages/common'
import { list } from './shapes'

/** The part of a validation error that this module uses. */
interface Fault {
  path: string
  type: number
  value?: unknown
  schema: Record<string, unknown>
  /** Errors of each alternative of a union. */
  errors?: Iterable<Fault>[]
}

/** Creates the error for a value that the schema of the body cannot check. */
export const invalidBody = (path: string, message: Message) =>
  invalid(requestMessages.body_invalid(), [{ path, message }])

const maxDetails = 25
/**
 * Limits the number of errors that are read. One member may have several, and a malicious list may
 * have millions.
 */
const maxFaults = 4 * maxDetails

/** Returns the errors of a value, or an empty list if the value is valid. */
export function validate(schema: TSchema, value: unknown): Detail[] {
  if (Value.Check(schema, value)) return []
  return createDetails(Iterator.from(Value.Errors(schema, value)).take(maxFaults).toArray())
}

export function createDetails(faults: readonly Fault[]): Detail[] {
  const details = new Map<string, Detail>()
  for (const fault of faults.flatMap(unwrapNullable).flatMap(unwrapUniqueList)) {
    const path = fault.path.replace(/^\//, '').replaceAll('/', '.')
    if (!details.has(path)) details.set(path, { path, message: messageFor(fault) })
    if (details.size === maxDetails) break
  }
  return [...details.values()]
}

/** For a nullable value, reports the errors of the alternative that is not null. */
function unwrapNullable(fault: Fault): Fault[] {
  const options = fault.schema['anyOf'] as { type?: unknown }[] | undefined
  const place = options?.findIndex(({ type }) => type !== 'null') ?? -1
  if (options?.length !== 2 || options[1 - place]?.type !== 'null') return [fault]
  // A malicious list may have millions of errors.
  const inner = Iterator.from(fault.errors?.[place] ?? [])
    .take(maxDetails)
    .toArray()
  return inner.length > 0 ? inner.flatMap(unwrapNullable) : [fault]
}

/**
 * For a list that must not contain duplicates, reports all other errors, or the duplicates if there
 * are none.
 */
function unwrapUniqueList(fault: Fault): Fault[] {
  if (!isUniqueList(fault.schema)) return [fault]
  const { items, maxItems } = fault.schema
  const errors = Value.Errors(list(items, { maxItems }), fault.value)
  const inner: Fault[] = Iterator.from(errors).take(maxDetails).toArray()
  if (inner.length === 0) return [{ ...fault, type: ValueErrorType.ArrayUniqueItems }]
  return inner.map((one) => ({ ...one, path: fault.path + one.path }))
}

const isUniqueList = (
  schema: Record<string, unknown>,
): schema is { items: TSchema; maxItems: number } => Reflect.get(schema, Kind) === 'UniqueList'

interface Limits {
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

function messageFor({ type, schema }: Fault): Message {
  // The length limits of a UUID follow from its format, so the message names only the type.
  if (schema['format'] === 'uuid') return kindMessage(schema)
  return limitMessages[type]?.(schema) ?? kindMessage(schema)
}

const limitMessages: Record<number, (schema: Limits) => Message> = {
  [ValueErrorType.ObjectAdditionalProperties]: () => valueMessages.unknown_field(),
  [ValueErrorType.ObjectRequiredProperty]: () => valueMessages.missing(),
  [ValueErrorType.StringMinLength]: ({ minLength = 1 }) =>
    minLength === 1 ? valueMessages.empty() : valueMessages.min_length({ min: minLength }),
  [ValueErrorType.StringMaxLength]: ({ maxLength = 0 }) =>
    valueMessages.max_length({ max: maxLength }),
  [ValueErrorType.StringPattern]: () => valueMessages.bad_characters(),
  [ValueErrorType.IntegerMinimum]: ({ minimum = 0 }) => valueMessages.min({ min: minimum }),
  [ValueErrorType.IntegerMaximum]: ({ maximum = 0 }) => valueMessages.max({ max: maximum }),
  [ValueErrorType.NumberMinimum]: ({ minimum = 0 }) => valueMessages.min({ min: minimum }),
  [ValueErrorType.NumberMaximum]: ({ maximum = 0 }) => valueMessages.max({ max: maximum }),
  [ValueErrorType.ArrayMinItems]: ({ minItems = 0 }) =>
    valueMessages.min_entries({ min: minItems }),
  [ValueErrorType.ArrayMaxItems]: ({ maxItems = 0 }) =>
    valueMessages.max_entries({ max: maxItems }),
  [ValueErrorType.ArrayUniqueItems]: () => valueMessages.duplicate_entries(),
}

type Schema = Record<string, unknown> & Limits

/** Returns a message that names the expected type, for errors that do not concern a limit. */
function kindMessage(schema: Schema): Message {
  const options = schema['anyOf'] as Schema[] | undefined
  if (options) return optionsMessage(options)
  const constant = schema['const']
  if (constant !== undefined) return valueMessages.constant({ value: JSON.stringify(constant) })
  if (Array.isArray(schema['enum'])) {
    return valueMessages.one_of({ values: schema['enum'].join(', ') })
  }
  if (schema['type'] === 'integer') return integerMessage(schema)
  const create =
    formMessages[String(schema['format'])] ??
    typeMessages[String(schema['type'])] ??
    valueMessages.invalid
  return create()
}

function optionsMessage(options: Schema[]): Message {
  if (options.some((option) => option['const'] === undefined)) return valueMessages.wrong_form()
  const values = options.map((option) => JSON.stringify(option['const'])).join(', ')
  return valueMessages.one_of({ values })
}

/**
 * Returns one message for both limits. Numbers in queries are text, so the validator does not
 * report which limit was exceeded.
 */
function integerMessage({ minimum, maximum }: Limits): Message {
  if (minimum !== undefined && maximum !== undefined) {
    return valueMessages.integer_between({ min: minimum, max: maximum })
  }
  if (maximum !== undefined) return valueMessages.integer_max({ max: maximum })
  if (minimum !== undefined) return valueMessages.integer_min({ min: minimum })
  return valueMessages.integer()
}

const formMessages: Record<string, () => Message> = {
  uuid: valueMessages.uuid,
  'date-time': valueMessages.date_time,
  binary: valueMessages.file,
}

const typeMessages: Record<string, () => Message> = {
  string: valueMessages.text,
  number: valueMessages.number,
  boolean: valueMessages.boolean,
  array: valueMessages.list,
  object: valueMessages.object,
  null: valueMessages.null,
}
