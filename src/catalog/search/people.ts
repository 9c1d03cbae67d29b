/** People who worked on books and series that a viewer can see. */
import { listBooksOfPerson } from '../books/service'
import type { Context } from '../../context'
import type { Db } from '../../platform/db/store'
import { notFound } from '../../errors'
import { type Found, parsePaging, parseSort } from '../../platform/http/pagination'
import { foldText } from '../../platform/lib/text/fold-text'
import { personKey } from '../series/series-people'
import { listMatchingSeries } from '../series/service'
import type { Viewer } from '../../accounts/permissions/model'
import { peopleSortKeys, type OfPersonQuery, type PeopleQuery, type PersonView } from './model'
import {
  countPeople,
  countSeries,
  findBusiest,
  findPeopleCredits,
  findPeople,
  findPerson,
  findRoles,
  type PeopleFilter,
} from './people-queries'
import { searchMessages } from './messages'

const maxWords = 8

export async function listPeople(
  ctx: Context,
  viewer: Viewer,
  { search, q, role, libraryId, sort, ...page }: PeopleQuery,
): Promise<Found<PersonView>> {
  const { pageSize: limit, offset } = parsePaging(page)
  const { key: order, direction } = parseSort(sort, peopleSortKeys, {
    key: 'name',
    direction: 'asc',
  })
  const filter = { words: parseWords(search ?? q ?? ''), role, libraryId }
  const db = ctx.replica
  const rows = await findPeople(db, viewer, filter, { limit, offset, order, direction })
  const total = await countPeople(db, viewer, filter)
  return { data: await addRoles(db, viewer, rows), total }
}

interface CreditsRequest {
  search: string | undefined
  role: string | undefined
  libraryIds: readonly string[] | undefined
  seriesId: string | undefined
  limit: number
  offset: number
}

/** Lists pairs of a person and a role. */
export const listCredits = (
  ctx: Context,
  viewer: Viewer,
  { search, limit, offset, ...filter }: CreditsRequest,
) =>
  findPeopleCredits(
    ctx.replica,
    viewer,
    { words: parseWords(search ?? ''), ...filter },
    { limit, offset },
  )

/** Finds the best matches, most series first. */
export async function findFewPeople(
  db: Db,
  viewer: Viewer,
  { q, libraryId, limit }: { q: string; libraryId: string | undefined; limit: number },
): Promise<PersonView[]> {
  const filter: PeopleFilter = { words: parseWords(q), role: undefined, libraryId }
  if (filter.words.length === 0) return []
  return addRoles(db, viewer, await findBusiest(db, viewer, filter, limit))
}

const parseWords = (q: string) =>
  foldText(q)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)

export async function getPerson(ctx: Context, viewer: Viewer, idOrName: string) {
  const [person] = await addRoles(ctx.heavy, viewer, [
    await findVisiblePerson(ctx, viewer, idOrName),
  ])
  return person!
}

export async function listSeriesOfPerson(
  ctx: Context,
  viewer: Viewer,
  idOrName: string,
  query: OfPersonQuery,
) {
  const { name } = await findVisiblePerson(ctx, viewer, idOrName)
  const condition = { author: { operator: 'is', value: name } } as const
  const paging = parsePaging(query)
  return listMatchingSeries(ctx, viewer, { body: { condition }, sort: query.sort, paging })
}

/** Lists books that credit the person, and all books in series that credit the person. */
export async function listWorksOfPerson(
  ctx: Context,
  viewer: Viewer,
  idOrName: string,
  query: OfPersonQuery,
) {
  return listBooksOfPerson(ctx, viewer, await findVisiblePerson(ctx, viewer, idOrName), query)
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

async function findVisiblePerson(ctx: Context, viewer: Viewer, idOrName: string) {
  const by = idPattern.test(idOrName) ? { id: idOrName } : { key: personKey(idOrName) }
  const found = await findPerson(ctx.heavy, viewer, by)
  if (!found) throw notFound(searchMessages.person_not_found())
  return found
}

async function addRoles(
  db: Db,
  viewer: Viewer,
  rows: { id: string; name: string }[],
): Promise<PersonView[]> {
  const ids = rows.map(({ id }) => id)
  const roles = Map.groupBy(await findRoles(db, viewer, ids), ({ personId }) => personId)
  const counted = await countSeries(db, viewer, ids)
  const counts = new Map(counted.map(({ personId, total }) => [personId, total]))
  return rows.map(({ id, name }) => ({
    id,
    name,
    roles: (roles.get(id) ?? []).map(({ role }) => role),
    seriesCount: counts.get(id) ?? 0,
  }))
}
