import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context'
import {
  countColumnValues,
  readFacet,
  readFacetValues,
  removeField,
} from '../../../platform/query/facets'
import { genres, seriesGenres, seriesTags, tags } from '../../labels/schema'
import { libraries } from '../../libraries/schema'
import type { Viewer } from '../../../accounts/permissions/model'
import { buildConditions, type Filter, isInSeriesList } from './series-filter'
import { people, series, seriesPeople } from '../schema'
import { getSeriesReadStatus, seriesCondition } from './series-condition'
import { expandCollections } from './smart-collections'
import type { Facet, FacetName, SeriesCondition } from './model'

interface FacetsRequest {
  facets: readonly FacetName[]
  filter: Filter
  search: string | undefined
}

/** Counts facet values. Each facet ignores filters on itself, to keep its values selectable. */
export async function listSeriesFacets(
  ctx: Context,
  viewer: Viewer,
  { facets, filter, search }: FacetsRequest,
): Promise<Facet[]> {
  // Validates the entire condition, including the parts that are omitted below.
  if (filter.condition) seriesCondition(viewer, filter.condition)
  const found: Facet[] = []
  for (const facet of new Set(facets)) {
    const others = getOtherConditions(filter, facet)
    const expanded = others.condition && {
      condition: await expandCollections(ctx, viewer, others.condition),
    }
    const conditions = buildConditions(ctx.replica, viewer, { ...others, ...expanded })
    const inside = isInSeriesList(conditions, viewer, 'set')!
    const counted = await readFacet(ctx.replica, countFacetValues(facet, viewer, inside), search)
    found.push({ facet, ...counted })
  }
  return found
}

interface ValuesRequest {
  facet: FacetName
  condition: SeriesCondition | undefined
  search?: string | undefined
  limit: number
  offset: number
}

/** Lists the values of one field in the series that match a condition. */
export async function listSeriesValues(
  ctx: Context,
  viewer: Viewer,
  { facet, condition, ...page }: ValuesRequest,
) {
  const filter = condition ? { condition: await expandCollections(ctx, viewer, condition) } : {}
  const inside = isInSeriesList(buildConditions(ctx.replica, viewer, filter), viewer, 'set')!
  return readFacetValues(ctx.replica, countFacetValues(facet, viewer, inside), page)
}

function getOtherConditions({ condition, ...filter }: Filter, facet: FacetName): Filter {
  const others = condition && removeField(condition, facet)
  return { ...filter, ...(others && { condition: others }) }
}

/** Builds a statement with the columns `value`, `name`, `searched` and `count`. */
function countFacetValues(facet: FacetName, viewer: Viewer, inside: SQL): SQL {
  switch (facet) {
    case 'libraryId':
      return countLibraries(inside)
    case 'genre':
      return countLinks(inside, { names: genres, links: seriesGenres, id: seriesGenres.labelId })
    case 'tag':
      return countLinks(inside, { names: tags, links: seriesTags, id: seriesTags.labelId })
    case 'author':
      return countLinks(inside, { names: people, links: seriesPeople, id: seriesPeople.personId })
    case 'readStatus':
      return countColumnValues(sql`${series}`, inside, getSeriesReadStatus(viewer.userId))
    default:
      return countColumnValues(sql`${series}`, inside, series[facet])
  }
}

const countLibraries = (inside: SQL) => sql`
  select counted.value, ${libraries.name} as name, ${libraries.nameKey} as searched, counted.count
  from (select ${series.libraryId} as value, count(*) as count from ${series}
    where ${inside} group by ${series.libraryId}) as counted
  join ${libraries} on ${libraries.id} = counted.value`

interface Named {
  names: typeof genres | typeof tags | typeof people
  links: typeof seriesGenres | typeof seriesTags | typeof seriesPeople
  id: Column
}

/**
 * Counts the series of each label or person. The values are names, because conditions compare
 * names. Looking up the series for each link would be slower.
 */
const countLinks = (inside: SQL, { names, links, id }: Named) => sql`
  select ${names.name} as value, ${names.name} as name, ${names.nameKey} as searched, counted.count
  from (select ${id} as id, ${countValues(links)} as count from ${links}
    where ${links.seriesId} in (select ${series.id} from ${series} where ${inside})
    group by ${id}) as counted
  join ${names} on ${names.id} = counted.id`

/** Counts series. A person may have several roles in a series, but each label occurs once. */
const countValues = (links: Named['links']) =>
  links === seriesPeople ? sql`count(distinct ${links.seriesId})` : sql`count(*)`
