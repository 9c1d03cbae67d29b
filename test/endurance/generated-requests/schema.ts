/**
 * The part of JSON Schema that docs/openapi.json uses. Generates random values of a schema, and
 * checks values.
 */
export interface Schema {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}

export type Components = Record<string, Schema>
/** Returns a random integer from 0 up to but not including `limit`. */
export type Dice = (limit: number) => number

/** Creates dice that repeat their sequence for the same seed, so that failures are repeatable. */
export function createDice(seed: number): Dice {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

interface World {
  components: Components
  dice: Dice
  /** IDs of existing rows. */
  ids: readonly string[]
}

const words = JSON.parse(
  String.raw`["", "a", "word", "Two words", "0", "-1", "null", "name,desc", "'; --", "%", "\\", "../..",
    "ä", "日本", "\ud83d\ude00", "\u0000", "\ud800", "\u202e", "/tmp", "*", "[a-", "[", "en", "zz-ZZ",
    "https://example.org/", "file:///etc/passwd", "a@example.org", "2026-02-30"]`,
) as string[]
const numbers = [0, 1, -1, 2, 0.5, 99, 1e6, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308]

/** Usually returns a valid value, but sometimes one of a different type or beyond a limit. */
export function generate(schema: Schema, world: World, depth = 0): unknown {
  const { dice, components } = world
  if (dice(25) === 0) return pick([null, [], {}, true, ...words, ...numbers], dice)
  if (schema.$ref) return generate(resolve(schema, components), world, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(schema.enum, dice)
  if (schema.anyOf) return generate(pick(schema.anyOf, dice), world, depth)
  if (schema.type === 'object') return generateObject(schema, world, depth)
  if (schema.type === 'array') return generateList(schema, world, depth)
  return generateScalar(schema, world)
}

function generateObject(schema: Schema, world: World, depth: number) {
  const { properties = {}, patternProperties = {}, required = [] } = schema
  const { dice } = world
  const named = Object.entries(properties)
    .filter(([name]) => required.includes(name) || (depth < 4 && dice(3) > 0))
    .map(([name, member]) => [name, generate(member, world, depth + 1)] as const)
  const free = Object.values(patternProperties).map(
    (member) => [pick(words, dice), generate(member, world, depth + 1)] as const,
  )
  const unknown = dice(30) === 0 ? [['unknown', 1] as const] : []
  return Object.fromEntries([...named, ...free, ...unknown])
}

function generateList({ items = {}, minItems = 0 }: Schema, world: World, depth: number) {
  const length = Math.max(minItems, depth > 4 ? 0 : world.dice(4))
  return Array.from({ length }, () => generate(items, world, depth + 1))
}

function generateScalar({ type, format, minimum, maximum, minLength = 0 }: Schema, world: World) {
  const { dice, ids } = world
  if (type === 'boolean') return dice(2) === 0
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') {
    const from = minimum ?? -5
    const upTo = maximum ?? from + 200
    return pick([from, upTo, from + Math.floor(dice(1000) * ((upTo - from) / 1000))], dice)
  }
  if (format === 'uuid') return pick([...ids, Bun.randomUUIDv7()], dice)
  if (format === 'date-time') return pick(['2026-01-31T12:00:00Z', '0001-01-01T00:00:00Z'], dice)
  return pick(words, dice).padEnd(minLength, 'x')
}

export const pick = <Item>(items: readonly Item[], dice: Dice): Item => items[dice(items.length)]!

function resolve(schema: Schema, components: Components): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : resolve(components[name]!, components)
}

/** Returns the path of the first member that violates the schema, or undefined. */
export function findBreak(
  value: unknown,
  given: Schema,
  components: Components,
  at = '$',
): string | undefined {
  const schema = resolve(given, components)
  if (schema.anyOf) {
    return schema.anyOf.some((one) => !findBreak(value, one, components, at))
      ? undefined
      : `${at}: matches none`
  }
  if (schema.const !== undefined) return value === schema.const ? undefined : `${at}: another value`
  if (schema.enum) return schema.enum.includes(value) ? undefined : `${at}: no member of the enum`
  if (Array.isArray(value)) return findListBreak(value, schema, components, at)
  if (typeof value === 'object' && value !== null) {
    return findObjectBreak(value as Record<string, unknown>, schema, components, at)
  }
  return isScalar(value, schema)
    ? undefined
    : `${at}: ${JSON.stringify(value)} is no ${schema.type}`
}

function findListBreak(list: unknown[], schema: Schema, components: Components, at: string) {
  const { type, items = {}, maxItems = Infinity } = schema
  if ((type ?? 'array') !== 'array') return `${at}: is a list`
  if (list.length > maxItems) return `${at}: too long`
  for (const [place, item] of list.entries()) {
    const found = findBreak(item, items, components, `${at}[${place}]`)
    if (found) return found
  }
  return undefined
}

function findObjectBreak(
  value: Record<string, unknown>,
  schema: Schema,
  components: Components,
  at: string,
) {
  if (schema.type && schema.type !== 'object') return `${at}: is an object`
  const { required = [], additionalProperties } = schema
  const missing = required.find((name) => !Object.hasOwn(value, name))
  if (missing) return `${at}.${missing}: missing`
  for (const [name, member] of Object.entries(value)) {
    const known = findMember(schema, name)
    if (!known && additionalProperties === false) return `${at}.${name}: undocumented`
    const found = known && findBreak(member, known, components, `${at}.${name}`)
    if (found) return found
  }
  return undefined
}

const findMember = ({ properties = {}, patternProperties = {} }: Schema, name: string) =>
  properties[name] ?? Object.values(patternProperties)[0]

function isScalar(value: unknown, schema: Schema): boolean {
  const { type } = schema
  if (type === undefined) return true
  if (type === 'null') return value === null
  if (type === 'integer' || type === 'number') return isNumber(value, schema)
  if (type === 'string') return typeof value === 'string' && hasForm(value, schema)
  return typeof value === type
}

const isNumber = (value: unknown, { type, minimum = -Infinity, maximum = Infinity }: Schema) =>
  typeof value === 'number' &&
  (type === 'number' || Number.isInteger(value)) &&
  value >= minimum &&
  value <= maximum

function hasForm(text: string, schema: Schema) {
  const { minLength = 0, maxLength = Infinity, pattern, format = '' } = schema
  const form = forms[format]
  if (form && !form.test(text)) return false
  if (pattern && !new RegExp(pattern, 'u').test(text)) return false
  return text.length >= minLength && text.length <= maxLength
}

const forms: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
}
