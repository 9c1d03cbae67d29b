/**
 * Conditions as they come in: `{allOf: […]}`, `{anyOf: […]}`, `{not: {…}}` around leaves such as
 * `{year: {operator: "gte", value: 1990}}`. A room names its fields; here they are checked and put
 * together to one piece of SQL.
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
} from './sql-condition'
import { type Detail, invalid } from '../../errors'
import {
  id,
  instantText,
  list,
  literal,
  number,
  patchable,
  shape,
  text,
  type TSchema,
} from '../http/shapes'
import { flawsIn } from '../http/validation'
import { valueMessages } from '../messages/common'
import { conditionMessages } from './messages'
import type { Message } from '../messages/message'

const maxDepth = 8
const maxLeaves = 100
/** Groups, too, cost something, even empty ones. */
const maxNodes = 300
const maxIds = 500

interface Tests {
  text: TextTest
  uuid: UuidTest
  boolean: BooleanTest
  number: NumberTest
  instant: InstantTest
}
/** The fields of a kind of condition, and what each holds. */
export type Kinds = Readonly<Record<string, keyof Tests>>

export type Condition<K extends Kinds> =
  | { allOf: Condition<K>[] }
  | { anyOf: Condition<K>[] }
  | { not: Condition<K> }
  | { [Field in keyof K]: { [F in Field]: Tests[K[Field]] } }[keyof K]

/** How each field becomes SQL. A field that the viewer may not ask for refuses. */
export type Fields<K extends Kinds> = { [F in keyof K]: (test: Tests[K[F]]) => SQL }

const value = (schema: TSchema) => (operator: string) =>
  shape({ operator: literal(operator), value: schema })
const alone = (operator: string) => shape({ operator: literal(operator) })
const several = (operator: string) =>
  shape({ operator: literal(operator), values: list(id(), { maxItems: maxIds }) })

const anyText = value(text(500, { minLength: 1 }))
const anyNumber = value(number({ minimum: -1e15, maximum: 1e15 }))
const anyMoment = value(instantText())
const bound = () => patchable(number({ minimum: -1e15, maximum: 1e15 }))

type Make = (operator: string) => TSchema
const each = (operators: readonly string[], make: Make): Record<string, TSchema> =>
  Object.fromEntries(operators.map((operator) => [operator, make(operator)]))

const operators: Record<keyof Tests, Record<string, TSchema>> = {
  text: {
    ...each(['is', 'isNot', 'contains', 'doesNotContain', 'beginsWith', 'endsWith'], anyText),
    ...each(['isNull', 'isNotNull'], alone),
  },
  uuid: { ...each(['is', 'isNot'], value(id())), ...each(['in', 'notIn'], several) },
  boolean: each(['isTrue', 'isFalse'], alone),
  number: {
    ...each(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'], anyNumber),
    between: shape({ operator: literal('between'), min: bound(), max: bound() }),
    ...each(['isNull', 'isNotNull'], alone),
  },
  instant: {
    ...each(['after', 'before', 'onOrAfter', 'onOrBefore'], anyMoment),
    between: shape({
      operator: literal('between'),
      start: patchable(instantText()),
      end: patchable(instantText()),
    }),
    ...each(['isNull', 'isNotNull'], alone),
  },
}

TypeRegistry.Set('Condition', (_, given) => isObject(given))

/** The condition of a request: an object here, looked at whole by `compileCondition`. */
export function ConditionOf<const K extends Kinds>(kinds: K): TUnsafe<Condition<K>> {
  const inner = { type: 'object', description: 'A condition like this one' }
  const groups = {
    allOf: { type: 'array', items: inner, description: 'All of these hold' },
    anyOf: { type: 'array', items: inner, description: 'One of these holds' },
    not: { ...inner, description: 'This does not hold' },
  }
  const leaves = Object.entries(kinds).map(([field, kind]) => [
    field,
    { type: 'object', description: `Operators: ${Object.keys(operators[kind]).join(', ')}` },
  ])
  return Type.Unsafe<Condition<K>>({
    [Kind]: 'Condition',
    type: 'object',
    description: `One member: a group or a field. At most ${maxDepth} deep and ${maxLeaves} fields.`,
    properties: { ...groups, ...Object.fromEntries(leaves) },
  })
}

/** The SQL of a condition, true or false and never null; or a refusal that names what is wrong. */
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
    if (depth > maxDepth) throw refusal(path, conditionMessages.too_deep({ max: maxDepth }))
    this.#nodes += 1
    if (this.#nodes > maxNodes)
      throw refusal(path, conditionMessages.too_many_parts({ max: maxNodes }))
    const [name, inner] = onlyMember(given, path)
    const within = `${path}.${name}`
    if (name === 'not') return sql`(not ${this.compile(inner, within, depth + 1)})`
    if (name === 'allOf') return this.#group(inner, { path: within, depth, empty: everything })
    if (name === 'anyOf') return this.#group(inner, { path: within, depth, empty: nothing })
    return this.#leaf(name, inner, within)
  }

  #group(inner: unknown, at: { path: string; depth: number; empty: SQL }): SQL {
    if (!Array.isArray(inner)) throw refusal(at.path, valueMessages.list())
    if (inner.length === 0) return at.empty
    const parts = inner.map((part, i) => this.compile(part, `${at.path}.${i}`, at.depth + 1))
    return sql`(${sql.join(parts, at.empty === everything ? sql` and ` : sql` or `)})`
  }

  #leaf(name: string, test: unknown, path: string): SQL {
    const kind = Object.hasOwn(this.#kinds, name) ? this.#kinds[name] : undefined
    if (!kind) {
      const known = ['allOf', 'anyOf', 'not', ...Object.keys(this.#kinds)].join(', ')
      throw refusal(path, conditionMessages.unknown_field({ known }))
    }
    this.#leaves += 1
    if (this.#leaves > maxLeaves)
      throw refusal(path, conditionMessages.too_many_fields({ max: maxLeaves }))
    requireTest(kind, test, path)
    return this.#fields[name]!(test as never)
  }
}

function requireTest(kind: keyof Tests, test: unknown, path: string) {
  const operator = isObject(test) ? test['operator'] : undefined
  const known = operators[kind]
  if (typeof operator !== 'string' || !Object.hasOwn(known, operator)) {
    const values = Object.keys(known).join(', ')
    throw refusal(`${path}.operator`, valueMessages.one_of({ values }))
  }
  const flaws = flawsIn(known[operator]!, test)
  if (flaws.length === 0) return
  throw invalid(
    conditionMessages.invalid(),
    flaws.map((flaw) => ({ ...flaw, path: `${path}.${flaw.path}` })),
  )
}

function onlyMember(given: unknown, path: string): [string, unknown] {
  const members = isObject(given) ? Object.entries(given) : []
  if (members.length !== 1) {
    throw refusal(path, conditionMessages.one_member())
  }
  return members[0]!
}

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

const refusal = (path: string, message: Message) =>
  invalid(conditionMessages.invalid(), [{ path, message } satisfies Detail])
