/** A library with one row of each kind, and all names and IDs that would reveal it. */
import { highlights } from '../../src/reading/highlights/schema'
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
import { fillServer } from './fill-server'

/** Names, and prefixes of names, of the rows that `fillServer` adds. */
const nameParts = [
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
  'Folder 0',
  'Side 0',
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

export interface HiddenLibrary {
  /** Values of `{id}` in a path, by the first segment of the path. */
  ids: Record<Kind, string>
  /** Values of other IDs in a path, by parameter name. */
  nested: Partial<Record<string, string>>
  all: string[]
}

/** Creates the library. `reader` gets progress and list entries before it is hidden. */
export async function createHiddenLibrary(
  server: TestServer,
  reader: string,
): Promise<HiddenLibrary> {
  const known = new Set(await listAllIds(server))
  const { library, seriesId, bookId, personId, scanId, grow } = await fillServer(server, reader)
  await grow(0, 1)
  const payload = { libraryId: library.id }
  await server.ctx.write(async (tx) => {
    const job = { kind: 'scan_library', payload, state: 'done', runAt: new Date() } as const
    await tx.delete(jobs)
    await tx.insert(jobs).values(job)
    await refreshSearchText(tx, [seriesId])
  })
  const getId = async (table: Listed) =>
    (await listIds(server, table)).find((id) => !known.has(id))!
  const ids = {
    libraries: library.id,
    series: seriesId,
    books: bookId,
    people: personId,
    genres: await getId(genres),
    tags: await getId(tags),
    purges: await getId(purges),
    tasks: await getId(jobs),
    'name-rules': await getId(nameRules),
  }
  const nested = { scanId, coverId: await getId(covers), labelId: ids.genres }
  const all = (await listAllIds(server)).filter((id) => !known.has(id))
  return { ids, nested, all: [library.id, ...all] }
}

export const listNames = ({ all }: HiddenLibrary) => [...nameParts, ...all]

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
  highlights,
]
type Listed = (typeof tables)[number]

const listAllIds = async (server: TestServer) =>
  (await Promise.all(tables.map((table) => listIds(server, table)))).flat()

async function listIds({ ctx }: TestServer, table: Listed): Promise<string[]> {
  const rows = await ctx.db.select({ id: table.id }).from(table)
  return rows.map(({ id }) => id)
}
