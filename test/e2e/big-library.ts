/**
 * Inserts a library of any size into the database while the program is stopped. There are no files.
 */
import { Database } from 'bun:sqlite'
import { buildSortKey } from '../../src/platform/lib/text/sort-key'

const words =
  'Amber Bridge Castle Dragon Engine Forest Garden Harbour Island Jungle Kitchen Lantern Meadow Needle Ocean ' +
  'Palace Queen River Shadow Tower Umbrella Valley Window Xenial Yard Zeppelin'
const initials = words.split(' ')

/** Returns the title at a zero-based index in list order. Each letter has equally many titles. */
export const buildTitle = (index: number, count: number) =>
  `${initials[Math.floor((index * initials.length) / count)]} ${index}`

export function fillDatabase(file: string, count: number) {
  const database = new Database(file, { strict: true })
  // Not durable: an interrupted test discards the whole database.
  for (const setting of ['synchronous = off', 'cache_size = -200000'])
    database.run(`pragma ${setting}`)
  const libraryId = Bun.randomUUIDv7()
  const now = Date.now()
  const insertSeries = database.prepare(
    `insert into series (id, library_id, group_key, title, sort_key, created_at, updated_at)
     values ($id, $libraryId, $groupKey, $title, $sortKey, $now, $now)`,
  )
  const insertMetadata = database.prepare(
    `insert into series_metadata (n, locks, sources, created_at, updated_at)
     values ($n, '[]', '{}', $now, $now)`,
  )
  database.transaction(() => {
    database
      .prepare(
        `insert into libraries (id, name, name_key, watch, series_count, created_at, updated_at)
         values ($id, 'Everything', 'everything', 'off', $count, $now, $now)`,
      )
      .run({ id: libraryId, count, now })
    for (let index = 0; index < count; index++) {
      const title = buildTitle(index, count)
      const key = { groupKey: `folder/${index}`, sortKey: buildSortKey(title) }
      const { lastInsertRowid: n } = insertSeries.run({
        id: Bun.randomUUIDv7(),
        libraryId,
        title,
        ...key,
        now,
      })
      insertMetadata.run({ n, now })
    }
  })()
  database.run('analyze')
  database.close()
}
