/**
 * Finds and replaces the references to lists in a condition. Pure. Ignores malformed parts, which
 * the condition compiler rejects.
 */
import type { StoredCondition } from '../list-kind'

const maxDepth = 10

const isObject = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

/** Lists the IDs of the lists that the condition references in a field such as `inCollection`. */
export const listNamedIds = (condition: unknown, field: string): string[] => [
  ...new Set(listIds(condition, field, 1)),
]

function listIds(given: unknown, field: string, depth: number): string[] {
  if (!isObject(given) || depth > maxDepth) return []
  return Object.entries(given).flatMap(([name, inner]) => {
    if (name === field) return readIds(inner)
    if (name === 'not') return listIds(inner, field, depth + 1)
    return Array.isArray(inner) ? inner.flatMap((part) => listIds(part, field, depth + 1)) : []
  })
}

function readIds(test: unknown): string[] {
  if (!isObject(test)) return []
  const { value, values } = test
  return [value, ...(Array.isArray(values) ? values : [])].filter(
    (id): id is string => typeof id === 'string' && isId(id),
  )
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

type Conditions = ReadonlyMap<string, StoredCondition>

/** Replaces references to smart lists with the conditions of those lists. */
export function replaceNamedLists(
  given: unknown,
  field: string,
  conditions: Conditions,
  depth = 1,
): unknown {
  if (!isObject(given) || depth > maxDepth) return given
  const [name, ...more] = Object.keys(given)
  if (name === undefined || more.length > 0) return given
  const inner = given[name]
  const replace = (part: unknown) => replaceNamedLists(part, field, conditions, depth + 1)
  if (name === field) return replaceTest(field, inner, conditions)
  if (name === 'not') return { not: replace(inner) }
  return Array.isArray(inner) ? { [name]: inner.map(replace) } : given
}

function replaceTest(field: string, test: unknown, conditions: Conditions): unknown {
  const ids = readIds(test)
  const smart = ids.flatMap((id): StoredCondition[] => {
    const condition = conditions.get(id)
    return condition ? [completeCondition(condition)] : []
  })
  if (smart.length === 0 || !isObject(test)) return { [field]: test }
  const byHand = ids.filter((id) => !conditions.has(id))
  const options = [
    ...(byHand.length > 0 ? [{ [field]: { operator: 'in', values: byHand } }] : []),
    ...smart,
  ]
  const found = options.length === 1 ? options[0] : { anyOf: options }
  return test['operator'] === 'isNot' || test['operator'] === 'notIn' ? { not: found } : found
}

/** Replaces `{}`, which matches everything but is not a valid condition. */
export const completeCondition = (condition: StoredCondition): StoredCondition =>
  Object.keys(condition).length === 0 ? { allOf: [] } : condition
