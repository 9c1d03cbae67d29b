/** Which values the series of a list have, and how many have each: what filter chips show. */
import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context'
import { textTest } from '../../db/condition'
import type { Db } from '../../db/store'
import { genres, seriesGenres, seriesTags, tags } from '../../labels/schema'
import { fold } from '../../lib/text'
import { libraries } from '../../libraries/schema'
import type { Viewer } from '../../users/model'
import { conditionsOf, type Filter, inList } from '../filter'
import { people, series, seriesPeople } from '../schema'
import { readStatus, seriesCondition } from './condition'
import type { Facet, FacetName, SeriesCondition } from './model'

const maxValues = 100

interface Asked {
  facets: readonly FacetName[]
  filter: Filter
  search: string | undefined
}

/** Each facet is counted under all filters but those on itself, which may still be changed. */
export async function listFacets(
  ctx: Context,
  viewer: Viewer,
  { facets, filter, search }: Asked,
): Promise<Facet[]> {
  // The whole condition must be right, the parts left out below, too.
  if (filter.condition) seriesCondition(viewer, filter.condition)
  const found: Facet[] = []
  for (const facet of new Set(facets)) {
    const others = withoutField(filter, facet)
    const conditions = conditionsOf(ctx.heavy, viewer, others)
    const inside = inList(conditions, viewer, 'set')!
    const rows = await selectValues(ctx.heavy, countsOf(facet, viewer, inside), search)
    const values = rows.slice(0, maxValues).map((row) => ({ ...row, count: Number(row.count) }))
    found.push({ facet, values, isWhole: rows.length <= maxValues })
  }
  return found
}

/** Leaves out what all others are joined to by "and" and speaks of this field alone. */
function withoutField({ condition, ...filter }: Filter, field: FacetName): Filter {
  if (!condition || concernsOnly(condition, field)) return filter
  if (!('allOf' in condition)) return { ...filter, condition }
  const others = condition.allOf.filter((part) => !concernsOnly(part, field))
  return { ...filter, condition: { allOf: others } }
}

function concernsOnly(condition: SeriesCondition, field: FacetName): boolean {
  if ('not' in condition) return concernsOnly(condition.not, field)
  const parts = partsOf(condition)
  if (parts === undefined) return Object.hasOwn(condition, field)
  return parts.length > 0 && parts.every((part) => concernsOnly(part, field))
}

function partsOf(condition: SeriesCondition) {
  if ('allOf' in condition) return condition.allOf
  return 'anyOf' in condition ? condition.anyOf : undefined
}

/** A statement with the columns `value`, `name`, `searched` and `count`. */
function countsOf(facet: FacetName, viewer: Viewer, inside: SQL): SQL {
  switch (facet) {
    case 'libraryId':
      return ofLibraries(inside)
    case 'genre':
      return ofLinks(inside, { names: genres, links: seriesGenres, id: seriesGenres.labelId })
    case 'tag':
      return ofLinks(inside, { names: tags, links: seriesTags, id: seriesTags.labelId })
    case 'author':
      return ofLinks(inside, { names: people, links: seriesPeople, id: seriesPeople.personId })
    case 'readStatus':
      return ofColumn(inside, readStatus(viewer.userId))
    default:
      return ofColumn(inside, series[facet])
  }
}

const ofColumn = (inside: SQL, value: Column | SQL) => sql`
  select value, null as name, cast(value as text) as searched, count(*) as count
  from (select ${value} as value from ${series} where ${inside}) as valued group by value`

const ofLibraries = (inside: SQL) => sql`
  select counted.value, ${libraries.name} as name, ${libraries.nameKey} as searched, counted.count
  from (select ${series.libraryId} as value, count(*) as count from ${series}
    where ${inside} group by ${series.libraryId}) as counted
  join ${libraries} on ${libraries.id} = counted.value`

interface Named {
  names: typeof genres | typeof tags | typeof people
  links: typeof seriesGenres | typeof seriesTags | typeof seriesPeople
  id: Column
}

/** By name, since a condition asks for the name. Asking each link for its series would take longer. */
const ofLinks = (inside: SQL, { names, links, id }: Named) => sql`
  select ${names.name} as value, ${names.name} as name, ${names.nameKey} as searched, counted.count
  from (select ${id} as id, ${countOf(links)} as count from ${links}
    where ${links.seriesId} in (select ${series.id} from ${series} where ${inside})
    group by ${id}) as counted
  join ${names} on ${names.id} = counted.id`

/** A person may have several parts in one series, a label is there once. */
const countOf = (links: Named['links']) =>
  links === seriesPeople ? sql`count(distinct ${links.seriesId})` : sql`count(*)`

interface ValueRow {
  value: string | number | null
  name: string | null
  count: number
}

function selectValues(db: Db, counts: SQL, search: string | undefined): Promise<ValueRow[]> {
  const wanted = search?.trim()
  const found = wanted ? foundBy(wanted) : sql`1 = 1`
  return db.rows<ValueRow>(sql`select value, name, count from (${counts}) as counts
    where ${found} order by count desc, searched limit ${maxValues + 1}`)
}

/** Names are stored folded, plain values are not. */
const foundBy = (search: string) => sql`(${contains(fold(search))} or ${contains(search)})`

const contains = (value: string) =>
  value === '' ? sql`1 = 0` : textTest(sql`searched`, { operator: 'contains', value })
