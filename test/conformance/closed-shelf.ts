/** A library with one of everything in it, and all by which it could be told that it is there. */
import { bookmarks } from '../../src/reading/bookmarks/schema'
import { books } from '../../src/catalog/books/schema'
import { nameRules } from '../../src/catalog/corrections/schema'
import { covers } from '../../src/artwork/covers/schema'
import { jobs } from '../../src/platform/jobs/schema'
import { genres, tags } from '../../src/catalog/labels/schema'
import { refreshSearchText } from '../../src/catalog/series/search-text'
import { people, series } from '../../src/catalog/series/schema'
import { scans } from '../../src/ingest/scanning/schema'
import { purges } from '../../src/ingest/trash/schema'
import type { TestServer } from '../support/server'
import { fillServer } from './filled-server'

/** What `fillServer` calls things; the copies, lost and broken ones are called after these. */
const words = [
  'Grown',
  'Large',
  'Busy Pen',
  'Pen 0',
  'Label 0',
  'Series 0',
  'Book 0',
  'Begun 0',
  'Read 0',
  'Broken 0',
  'Copy 0',
  'Lost 0',
  'Lost book 0',
  'Other 0',
  'site 0',
  'rule 0',
  'Ignored 0',
  'Purged 0',
]

type Kind =
  | 'libraries'
  | 'series'
  | 'books'
  | 'people'
  | 'genres'
  | 'tags'
  | 'purges'
  | 'tasks'
  | 'name-rules'

export interface ClosedShelf {
  /** By the first word of a path: what stands for `{id}`. */
  ids: Record<Kind, string>
  /** What stands for ids further on in a path, by their name there. */
  nested: Partial<Record<string, string>>
  all: string[]
}

/** `reader` has read here, and put books on lists, before it is closed to him. */
export async function closeShelf(server: TestServer, reader: string): Promise<ClosedShelf> {
  const known = new Set(await allIds(server))
  const { library, seriesId, bookId, personId, scanId, grow } = await fillServer(server, reader)
  await grow(0, 1)
  const payload = { libraryId: library.id }
  await server.ctx.write(async (tx) => {
    const job = { kind: 'scan_library', payload, state: 'done', runAt: new Date() } as const
    await tx.delete(jobs)
    await tx.insert(jobs).values(job)
    await refreshSearchText(tx, [seriesId])
  })
  const idOf = async (table: Listed) => (await idsOf(server, table)).find((id) => !known.has(id))!
  const ids = {
    libraries: library.id,
    series: seriesId,
    books: bookId,
    people: personId,
    genres: await idOf(genres),
    tags: await idOf(tags),
    purges: await idOf(purges),
    tasks: await idOf(jobs),
    'name-rules': await idOf(nameRules),
  }
  const nested = { scanId, coverId: await idOf(covers), labelId: ids.genres }
  const all = (await allIds(server)).filter((id) => !known.has(id))
  return { ids, nested, all: [library.id, ...all] }
}

export const namesOfShelf = ({ all }: ClosedShelf) => [...words, ...all]

const tables = [
  series,
  books,
  people,
  scans,
  genres,
  tags,
  covers,
  purges,
  jobs,
  nameRules,
  bookmarks,
]
type Listed = (typeof tables)[number]

const allIds = async (server: TestServer) =>
  (await Promise.all(tables.map((table) => idsOf(server, table)))).flat()

async function idsOf({ ctx }: TestServer, table: Listed): Promise<string[]> {
  const rows = await ctx.db.select({ id: table.id }).from(table)
  return rows.map(({ id }) => id)
}
