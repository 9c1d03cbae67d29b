/** Which values the things of a list have, and how many have each: what filter chips show. */
import { type Column, type SQL, sql } from 'drizzle-orm'
import { textTest } from './sql-condition'
import type { Db } from '../db/store'
import { foldText } from '../lib/text'
import type { Condition, Kinds } from './condition'
import {
  anyText,
  boolean,
  either,
  list,
  long,
  named,
  nullable,
  number,
  type Static,
} from '../http/shapes'

const maxValues = 100

const FacetValue = named('FacetValue', {
  value: nullable(either(anyText(), number())),
  name: nullable(anyText({ description: 'For people; null where the value is a word or number' })),
  count: long(),
})

/** The members of the answer beside its name. */
export const facetMembers = () => ({
  values: list(FacetValue, { description: 'The most frequent first; null stands for none' }),
  isWhole: boolean(),
})
type FacetValue = Static<typeof FacetValue>

/** Leaves out what all others are joined to by "and" and speaks of this field alone. */
export function withoutField<K extends Kinds>(
  condition: Condition<K>,
  field: string,
): Condition<K> | undefined {
  if (concernsOnly(condition, field)) return undefined
  const parts = partsOf(condition)
  if (!parts || !('allOf' in condition)) return condition
  return { allOf: parts.filter((part) => !concernsOnly(part, field)) }
}

function concernsOnly<K extends Kinds>(condition: Condition<K>, field: string): boolean {
  const inner = negatedIn(condition)
  if (inner) return concernsOnly(inner, field)
  const parts = partsOf(condition)
  if (parts === undefined) return Object.hasOwn(condition, field)
  return parts.length > 0 && parts.every((part) => concernsOnly(part, field))
}

const negatedIn = <K extends Kinds>(condition: Condition<K>) =>
  'not' in condition ? (condition.not as Condition<K>) : undefined

function partsOf<K extends Kinds>(condition: Condition<K>): Condition<K>[] | undefined {
  if ('allOf' in condition) return condition.allOf as Condition<K>[]
  return 'anyOf' in condition ? (condition.anyOf as Condition<K>[]) : undefined
}

interface ValueRow {
  value: string | number | null
  name: string | null
  count: number
}

/**
 * @param counts a statement with the columns `value`, `name`, `searched` and `count`
 * @param search only values whose name contains this
 */
export async function readFacet(
  db: Db,
  counts: SQL,
  search: string | undefined,
): Promise<{ values: FacetValue[]; isWhole: boolean }> {
  const wanted = search?.trim()
  const found = wanted ? foundBy(wanted) : sql`1 = 1`
  const rows = await db.rows<ValueRow>(sql`select value, name, count from (${counts}) as counts
    where ${found} order by count desc, searched limit ${maxValues + 1}`)
  const values = rows.slice(0, maxValues).map((row) => ({ ...row, count: Number(row.count) }))
  return { values, isWhole: rows.length <= maxValues }
}

/** Counts the values of one column, or of an expression, in the rows that are inside. */
export const countsOfColumn = (table: SQL, inside: SQL, value: Column | SQL) => sql`
  select value, null as name, cast(value as text) as searched, count(*) as count
  from (select ${value} as value from ${table} where ${inside}) as valued group by value`

/** Names are stored folded, plain values are not. */
const foundBy = (search: string) => sql`(${contains(foldText(search))} or ${contains(search)})`

const contains = (value: string) =>
  value === '' ? sql`1 = 0` : textTest(sql`searched`, { operator: 'contains', value })
