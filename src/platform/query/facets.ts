/** Facets: the values that a field has in a list, with their counts, for filters. */
import { type Column, type SQL, sql } from 'drizzle-orm'
import { compileTextTest } from './compile-comparison'
import type { Db } from '../db/store'
import { foldText } from '../lib/text/fold-text'
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
  name: nullable(anyText({ description: 'Display name; null if the value is text or a number' })),
  count: long(),
})

/** Creates the members of a facet response, except the name of the field. */
export const createFacetMembers = () => ({
  values: list(FacetValue, { description: 'Most frequent values first; null means no value' }),
  isWhole: boolean(),
})
type FacetValue = Static<typeof FacetValue>

/**
 * Removes the parts of a condition that concern only this field: the whole condition, or members of
 * its top-level `allOf`.
 */
export function removeField<K extends Kinds>(
  condition: Condition<K>,
  field: string,
): Condition<K> | undefined {
  if (isAboutField(condition, field)) return undefined
  const parts = getParts(condition)
  if (!parts || !('allOf' in condition)) return condition
  return { allOf: parts.filter((part) => !isAboutField(part, field)) }
}

function isAboutField<K extends Kinds>(condition: Condition<K>, field: string): boolean {
  const inner = getNegated(condition)
  if (inner) return isAboutField(inner, field)
  const parts = getParts(condition)
  if (parts === undefined) return Object.hasOwn(condition, field)
  return parts.length > 0 && parts.every((part) => isAboutField(part, field))
}

const getNegated = <K extends Kinds>(condition: Condition<K>) =>
  'not' in condition ? (condition.not as Condition<K>) : undefined

function getParts<K extends Kinds>(condition: Condition<K>): Condition<K>[] | undefined {
  if ('allOf' in condition) return condition.allOf as Condition<K>[]
  return 'anyOf' in condition ? (condition.anyOf as Condition<K>[]) : undefined
}

interface ValueRow {
  value: string | number | null
  name: string | null
  count: number
}

/**
 * Reads the most frequent values. `counts` is a statement with the columns `value`, `name`,
 * `searched` and `count`. If `search` is set, returns only values whose column `searched` contains
 * it.
 */
export async function readFacet(
  db: Db,
  counts: SQL,
  search: string | undefined,
): Promise<{ values: FacetValue[]; isWhole: boolean }> {
  const wanted = search?.trim()
  const found = wanted ? matchesSearch(wanted) : sql`1 = 1`
  const rows = await db.rows<ValueRow>(sql`select value, name, count from (${counts}) as counts
    where ${found} order by count desc, searched limit ${maxValues + 1}`)
  const values = rows.slice(0, maxValues).map((row) => ({ ...row, count: Number(row.count) }))
  return { values, isWhole: rows.length <= maxValues }
}

interface ValuePage {
  search?: string | undefined
  limit: number
  offset: number
}

/**
 * Reads one page of the non-empty values in order, without their counts, and the total number of
 * values.
 */
export async function readFacetValues(db: Db, counts: SQL, { search, limit, offset }: ValuePage) {
  const wanted = search?.trim()
  const found = wanted ? matchesSearch(wanted) : sql`1 = 1`
  const values = sql`from (${counts}) as counts
    where ${found} and value is not null and searched <> ''`
  const rows = await db.rows<{ value: string | number }>(
    sql`select value ${values} order by value limit ${limit} offset ${offset}`,
  )
  const [row] = await db.rows<{ total: number }>(sql`select count(*) as total ${values}`)
  return { data: rows.map(({ value }) => value), total: Number(row!.total) }
}

/** Builds a statement that counts the values of a column or expression in the selected rows. */
export const countColumnValues = (table: SQL, inside: SQL, value: Column | SQL) => sql`
  select value, null as name, cast(value as text) as searched, count(*) as count
  from (select ${value} as value from ${table} where ${inside}) as valued group by value`

/**
 * Compares with both the folded and the original text, because only names are stored in folded
 * form.
 */
const matchesSearch = (search: string) =>
  sql`(${contains(foldText(search))} or ${contains(search)})`

const contains = (value: string) =>
  value === '' ? sql`1 = 0` : compileTextTest(sql`searched`, { operator: 'contains', value })
