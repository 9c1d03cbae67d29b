/** Counts facet values and first letters for a list of books. */
import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../../context'
import { countColumnValues, readFacet, removeField } from '../../../platform/query/facets'
import { parseSort } from '../../../platform/http/pagination'
import { genres, seriesGenres, seriesTags, tags } from '../../labels/schema'
import { libraries } from '../../libraries/schema'
import { mergeGroups } from '../../series/lists/letter-groups'
import type { Viewer } from '../../../accounts/permissions/model'
import {
  bookCondition,
  selectFromSeries,
  getBookReadStatus,
  selectFromMetadata,
} from './book-condition'
import type { BookFacet, BookFacetName, BookFacetsBody, BookListBody } from './model'
import { countFirstCharacters, isInList } from '../queries'
import { bookSortKeys } from './book-sorts'
import { prepareFilter } from './smart-reading-lists'
import { bookMetadata, books } from '../schema'

/** Counts facet values. Each facet ignores filters on itself, to keep its values selectable. */
export async function listBookFacets(
  ctx: Context,
  viewer: Viewer,
  { facets, condition, fullTextSearch, search }: BookFacetsBody,
): Promise<BookFacet[]> {
  // Validates the entire condition, including the parts that are omitted below.
  if (condition) bookCondition(viewer, condition)
  const searched = await prepareFilter(ctx, viewer, {
    condition: null,
    fullTextSearch: fullTextSearch ?? null,
  })
  const found: BookFacet[] = []
  for (const facet of new Set(facets)) {
    const others = (condition && removeField(condition, facet)) ?? null
    const filter = await prepareFilter(ctx, viewer, { condition: others, fullTextSearch: null })
    const inside = isInList(viewer, { ...searched, ...filter, search: searched.search })
    const counts = countFacetValues(facet, viewer, inside)
    found.push({ facet, ...(await readFacet(ctx.replica, counts, search ?? undefined)) })
  }
  return found
}

/** Counts books by the first letter of their series or of their title, in the requested order. */
export async function listBookGroups(
  ctx: Context,
  viewer: Viewer,
  { body, sort }: { body: BookListBody; sort: string | undefined },
) {
  const { key, direction } = parseSort(sort, bookSortKeys, { key: 'series', direction: 'asc' })
  const of = key === 'title' ? 'title' : 'series'
  const rows = await countFirstCharacters(
    ctx.replica,
    viewer,
    await prepareFilter(ctx, viewer, body),
    of,
  )
  return mergeGroups(rows, { direction, isByName: key === of })
}

/** Builds a statement with the columns `value`, `name`, `searched` and `count`. */
function countFacetValues(facet: BookFacetName, { userId }: Viewer, inside: SQL): SQL {
  switch (facet) {
    case 'libraryId':
      return countLibraries(inside)
    case 'genre':
      return countLabels(inside, genres, seriesGenres)
    case 'tag':
      return countLabels(inside, tags, seriesTags)
    default:
      return countColumnValues(sql`${books}`, inside, getFacetColumn(facet, userId))
  }
}

type PlainFacet = Exclude<BookFacetName, 'libraryId' | 'genre' | 'tag'>

function getFacetColumn(facet: PlainFacet, userId: string): Column | SQL {
  const values: Record<PlainFacet, Column | SQL> = {
    publisher: selectFromMetadata(bookMetadata.publisher),
    language: selectFromMetadata(bookMetadata.languageIso),
    year: selectFromMetadata(bookMetadata.year),
    bookType: selectFromMetadata(bookMetadata.bookType),
    format: books.format,
    readStatus: getBookReadStatus(userId),
    status: selectFromSeries('status'),
    readingDirection: selectFromSeries('readingDirection'),
    ageRating: selectFromSeries('ageRating'),
  }
  return values[facet]
}

const countLibraries = (inside: SQL) => sql`
  select counted.value, ${libraries.name} as name, ${libraries.nameKey} as searched, counted.count
  from (select ${books.libraryId} as value, count(*) as count from ${books}
    where ${inside} group by ${books.libraryId}) as counted
  join ${libraries} on ${libraries.id} = counted.value`

/** Counts the labels of the books' series. Groups by name, because conditions compare names. */
const countLabels = (
  inside: SQL,
  labels: typeof genres | typeof tags,
  links: typeof seriesGenres | typeof seriesTags,
) => sql`
  select ${labels.name} as value, ${labels.name} as name, ${labels.nameKey} as searched, counted.count
  from (select ${links.labelId} as id, sum(held.count) as count
    from (select ${books.seriesId} as series_id, count(*) as count from ${books}
      where ${inside} group by ${books.seriesId}) as held
    join ${links} on ${links.seriesId} = held.series_id
    group by ${links.labelId}) as counted
  join ${labels} on ${labels.id} = counted.id`
