/**
 * Filter conditions: `{allOf: […]}`, `{anyOf: […]}` and `{not: {…}}` around leaves such as `{year:
 * {operator: "gte", value: 1990}}`. Modules define their own fields. This file validates conditions
 * and compiles them to SQL.
 */
import { Kind, TypeRegistry, type TUnsafe, Type } from '@sinclair/typebox'
import { type SQL, sql } from 'drizzle-orm'
import {
  type BooleanTest,
  everything,
  type InstantTest,
  nothing,
  type NumberTest,
  type TextTest,
  type UuidTest,
} from './compile-comparison'
import { type Detail, invalid } from '../../errors'
import {
  id,
  instantText,
  integer,
  list,
  literal,
  number,
  patchable,
  shape,
  text,
  type TSchema,
} from '../http/shapes'
import { validate } from '../http/validation'
import { valueMessages } from '../messages/common'
import { conditionMessages } from './messages'
import type { Message } from '../messages/message'

const maxDepth = 8
const maxLeaves = 100
/** Empty groups count as well, because they also take time. */
const maxNodes = 300
const maxIds = 500
const maxDays = 36_500

interface Tests {
  text: TextTest
  uuid: UuidTest
  boolean: BooleanTest
  number: NumberTest
  instant: InstantTest
}
/** The names of the fields in a condition, with the types of their values. */
export type Kinds = Readonly<Record<string, keyof Tests>>

export type Condition<K extends Kinds> =
  | { allOf: Condition<K>[] }
  | { anyOf: Condition<K>[] }
  | { not: Condition<K> }
  | { [Field in keyof K]: { [F in Field]: Tests[K[Field]] } }[keyof K]

/** Compiles each field to SQL. Throws for fields that the user may not query. */
export type Fields<K extends Kinds> = { [F in keyof K]: (test: Tests[K[F]]) => SQL }

const value = (schema: TSchema) => (operator: string) =>
  shape({ operator: literal(operator), value: schema })
const withoutValue = (operator: string) => shape({ operator: literal(operator) })
const withValues = (operator: string) =>
  shape({ operator: literal(operator), values: list(id(), { maxItems: maxIds }) })

const anyText = value(text(500, { minLength: 1 }))
const anyNumber = value(number({ minimum: -1e15, maximum: 1e15 }))
const anyMoment = value(instantText())
const withDays = (operator: string) =>
  shape({ operator: literal(operator), days: integer({ minimum: 1, maximum: maxDays }) })
const bound = () => patchable(number({ minimum: -1e15, maximum: 1e15 }))

type Make = (operator: string) => TSchema
const forEachOperator = (operators: readonly string[], make: Make): Record<string, TSchema> =>
  Object.fromEntries(operators.map((operator) => [operator, make(operator)]))

const operators: Record<keyof Tests, Record<string, TSchema>> = {
  text: {
    ...forEachOperator(
      ['is', 'isNot', 'contains', 'doesNotContain', 'beginsWith', 'endsWith'],
      anyText,
    ),
    ...forEachOperator(['isNull', 'isNotNull'], withoutValue),
  },
  uuid: {
    ...forEachOperator(['is', 'isNot'], value(id())),
    ...forEachOperator(['in', 'notIn'], withValues),
  },
  boolean: forEachOperator(['isTrue', 'isFalse'], withoutValue),
  number: {
    ...forEachOperator(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'], anyNumber),
    between: shape({ operator: literal('between'), min: bound(), max: bound() }),
    ...forEachOperator(['isNull', 'isNotNull'], withoutValue),
  },
  instant: {
    ...forEachOperator(['after', 'before', 'onOrAfter', 'onOrBefore'], anyMoment),
    ...forEachOperator(['inTheLast', 'notInTheLast'], withDays),
    between: shape({
      operator: literal('between'),
      start: patchable(instantText()),
      end: patchable(instantText()),
    }),
    ...forEachOperator(['isNull', 'isNotNull'], withoutValue),
  },
}

TypeRegistry.Set('Condition', (_, given) => isObject(given))

/** Creates the schema of a condition: any object. `compileCondition` validates it. */
export function ConditionOf<const K extends Kinds>(kinds: K): TUnsafe<Condition<K>> {
  const inner = { type: 'object', description: 'Nested condition' }
  const groups = {
    allOf: { type: 'array', items: inner, description: 'Conditions that must all match' },
    anyOf: {
      type: 'array',
      items: inner,
      description: 'Conditions; at least one must match',
    },
    not: { ...inner, description: 'Condition that must not match' },
  }
  const leaves = Object.entries(kinds).map(([field, kind]) => [
    field,
    { type: 'object', description: `Operators: ${Object.keys(operators[kind]).join(', ')}` },
  ])
  return Type.Unsafe<Condition<K>>({
    [Kind]: 'Condition',
    type: 'object',
    description: `Exactly one property: a group or a field. At most ${maxDepth} levels deep, with at most ${maxLeaves} fields.`,
    properties: { ...groups, ...Object.fromEntries(leaves) },
  })
}

/** Compiles a condition to SQL that is true or false, never null. Rejects invalid conditions. */
export function compileCondition<K extends Kinds>(
  given: Condition<K>,
  kinds: K,
  fields: Fields<K>,
): SQL {
  return new Compiler(kinds, fields as Fields<Kinds>).compile(given, 'condition', 1)
}

class Compiler {
  readonly #kinds: Kinds
  readonly #fields: Fields<Kinds>
  #leaves = 0
  #nodes = 0

  constructor(kinds: Kinds, fields: Fields<Kinds>) {
    this.#kinds = kinds
    this.#fields = fields
  }

  compile(given: unknown, path: string, depth: number): SQL {
    if (depth > maxDepth) throw createRefusal(path, conditionMessages.too_deep({ max: maxDepth }))
    this.#nodes += 1
    if (this.#nodes > maxNodes)
      throw createRefusal(path, conditionMessages.too_many_parts({ max: maxNodes }))
    const [name, inner] = getOnlyMember(given, path)
    const within = `${path}.${name}`
    if (name === 'not') return sql`(not ${this.compile(inner, within, depth + 1)})`
    if (name === 'allOf') return this.#group(inner, { path: within, depth, empty: everything })
    if (name === 'anyOf') return this.#group(inner, { path: within, depth, empty: nothing })
    return this.#leaf(name, inner, within)
  }

  #group(inner: unknown, at: { path: string; depth: number; empty: SQL }): SQL {
    if (!Array.isArray(inner)) throw createRefusal(at.path, valueMessages.list())
    if (inner.length === 0) return at.empty
    const parts = inner.map((part, i) => this.compile(part, `${at.path}.${i}`, at.depth + 1))
    return sql`(${sql.join(parts, at.empty === everything ? sql` and ` : sql` or `)})`
  }

  #leaf(name: string, test: unknown, path: string): SQL {
    const kind = Object.hasOwn(this.#kinds, name) ? this.#kinds[name] : undefined
    if (!kind) {
      const known = ['allOf', 'anyOf', 'not', ...Object.keys(this.#kinds)].join(', ')
      throw createRefusal(path, conditionMessages.unknown_field({ known }))
    }
    this.#leaves += 1
    if (this.#leaves > maxLeaves)
      throw createRefusal(path, conditionMessages.too_many_fields({ max: maxLeaves }))
    validateTest(kind, test, path)
    return this.#fields[name]!(test as never)
  }
}

function validateTest(kind: keyof Tests, test: unknown, path: string) {
  const operator = isObject(test) ? test['operator'] : undefined
  const known = operators[kind]
  if (typeof operator !== 'string' || !Object.hasOwn(known, operator)) {
    const values = Object.keys(known).join(', ')
    throw createRefusal(`${path}.operator`, valueMessages.one_of({ values }))
  }
  const flaws = validate(known[operator]!, test)
  if (flaws.length === 0) return
  throw invalid(
    conditionMessages.invalid(),
    flaws.map((flaw) => ({ ...flaw, path: `${path}.${flaw.path}` })),
  )
}

function getOnlyMember(given: unknown, path: string): [string, unknown] {
  const members = isObject(given) ? Object.entries(given) : []
  if (members.length !== 1) {
    throw createRefusal(path, conditionMessages.one_member())
  }
  return members[0]!
}

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

const createRefusal = (path: string, message: Message) =>
  invalid(conditionMessages.invalid(), [{ path, message } satisfies Detail])
