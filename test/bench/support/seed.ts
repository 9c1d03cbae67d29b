/**
 * Inserts a large library with a few statements. Titles are distributed over the alphabet by a hash
 * of the row number, so that neighbors by title are not neighbors on disk. Metadata and contents
 * of books are omitted, because no list of series reads them.
 */
import { sql } from 'drizzle-orm'
import { dialect } from '../../../src/platform/db/dialect'
import type { Context } from '../../../src/context'

export interface Size {
  series: number
  booksEach: number
  /** Number of users with progress, in addition to the users of the server. */
  users: number
}

const isSqlite = dialect === 'sqlite'
const raw = (text: string) => sql.raw(text)

const words = [
  'amber bright calm dusty early faint gentle hollow iron jolly keen lost mellow narrow olive plain',
  'quiet rapid silver tall upper vivid warm xenial young zesty broken crimson distant eager frozen grand',
  'anchor bridge castle dragon engine forest garden harbor island jungle kitchen lantern meadow needle ocean palace',
  'queen river shadow tower umbrella valley window yard zeppelin balloon circus desert empire falcon glacier hunter',
].map((line) =>
  line
    .split(' ')
    .map((word) => word.padEnd(9))
    .join(''),
)

/** SQL for the word at index `i` of a list of padded words. */
const word = (list: string, i: string) =>
  `trim(substr('${list}', 1 + 9 * cast(${i} as integer), 9))`
/** SQL for a hash of a row number, from 0 to 2^31 - 1. */
const mixed = (n: string) => `((cast(${n} as bigint) * 1103515245 + 12345) % 2147483648)`

/** SQL for an ID that is ordered like a UUIDv7, so that new rows are stored side by side. */
const id = (kind: string, n: string) => {
  const start = `0190${kind}-0000-7000-8000-`
  return isSqlite
    ? `'${start}' || printf('%012x', ${n})`
    : `('${start}' || lpad(to_hex(${n}), 12, '0'))::uuid`
}
const day = 86_400_000
const at = (millis: string) => (isSqlite ? `(${millis})` : `to_timestamp((${millis}) / 1000.0)`)
const when = (n: string, salt: number) =>
  at(`1700000000000 + (${mixed(`${n} + ${salt}`)} % 900) * ${day} + ${n}`)
const json = (text: string) => (isSqlite ? `'${text}'` : `'${text}'::jsonb`)
const truth = (value: boolean) => (isSqlite ? String(Number(value)) : String(value))

/** SQL for a table of the numbers from 1 to `count`, for use after `from`. */
const numbers = (count: number, name = 'n') =>
  isSqlite
    ? `(with recursive counted(${name}) as (select 1 union all select ${name} + 1 from counted where ${name} < ${count}) select ${name} from counted)`
    : `generate_series(1, ${count}) as numbers_${name}(${name})`

export async function seed(
  ctx: Pick<Context, 'writeBulk'>,
  size: Size,
  serverUsers: readonly string[],
) {
  const run = (statement: string) =>
    ctx.writeBulk(async (tx) => {
      if (!isSqlite) {
        // The rows are valid by construction, and checks of millions of rows take long.
        await tx.rows(sql`set local session_replication_role = replica`)
        await tx.rows(sql`set local statement_timeout = 0`)
      }
      await tx.rows(raw(statement))
    })
  for (const statement of libraries()) await run(statement)
  // In batches, to limit the size of SQLite's write-ahead log.
  const slice = 20_000
  for (let from = 0; from < size.series; from += slice) {
    const count = Math.min(slice, size.series - from)
    for (const statement of seriesSlice(from, count, size.booksEach)) await run(statement)
  }
  for (const statement of [...labelCounts(), ...moreUsers(size.users)]) await run(statement)
  for (const [i, user] of serverUsers.entries()) {
    const share = [3, 10, 2][i % 3]!
    for (const statement of progressOf(user, Math.ceil(size.series / share), share))
      await run(statement)
  }
  for (const statement of progressOfMany(size)) await run(statement)
  await run('analyze')
  if (isSqlite) await reloadStatistics(ctx)
}

/** Changes the schema, because SQLite connections reload statistics only after such a change. */
const reloadStatistics = (ctx: Pick<Context, 'writeBulk'>) =>
  ctx.writeBulk(async (tx) => {
    await tx.rows(sql`create view bench_statistics as select 1`)
    await tx.rows(sql`drop view bench_statistics`)
  })

/** SQL for the library of row `n`: a large, a medium or a small one. */
const libraryOf = (n: string) =>
  `(case when ${n} % 10 < 7 then 1 when ${n} % 10 < 9 then 2 else 3 end)`

const libraries = () => [
  `insert into libraries (id, name, name_key, type, default_reading_direction, series_strategy, book_strategy, number_strategy, scanning_enabled, scan_mode, scan_on_start, watch, is_active, state, series_count, book_count, created_at, updated_at)
   select ${id('0001', 'n')}, 'Library ' || n, 'library ' || n, 'mixed', 'ltr', 'series_volume', 'smart', 'smart', ${truth(true)}, 'normal', ${truth(false)}, 'off', ${truth(true)}, 'available', 0, 0, ${when('n', 1)}, ${when('n', 1)} from ${numbers(3)}`,
  `insert into library_roots (id, library_id, path, position, created_at, updated_at)
   select ${id('0002', 'n')}, ${id('0001', 'n')}, '/library/' || n, 0, ${when('n', 1)}, ${when('n', 1)} from ${numbers(3)}`,
  ...(['genres', 'tags'] as const).map(
    (table) =>
      `insert into ${table} (id, name, name_key, series_count, created_at)
       select ${id(table === 'genres' ? '0003' : '0004', 'n')}, '${table} ' || n, '${table} ' || n, 0, ${when('n', 2)} from ${numbers(table === 'genres' ? 40 : 400)}`,
  ),
]

const titleOf = (n: string) => {
  const h = mixed(n)
  const [a, b, c, d] = words as [string, string, string, string]
  return `${word(a, `(${h} / 7) % 16`)} || ' ' || ${word(c, `(${h} / 113) % 16`)} || ' ' || ${word(b, `(${h} / 1801) % 16`)} || ' ' || ${word(d, `(${h} / 28813) % 16`)} || ' ' || ${n}`
}

const summary =
  'A long sentence about what happens in this series, of which there are several. '.repeat(5)
const authors =
  '[{"name":"Ann Author","role":"writer","sortName":"Author, Ann"},{"name":"Pat Painter","role":"penciller"}]'
const sources =
  '{"title":"comicinfo","summary":"comicinfo","publisher":"comicinfo","genres":"comicinfo"}'

function seriesSlice(from: number, count: number, booksEach: number): string[] {
  const rows = `(select n + ${from} as n from ${numbers(count)}) as slice`
  const several = (table: string, many: number, columns: string, values: string) =>
    `insert into ${table} (${columns}) select ${values} from ${rows}, ${numbers(many, 'k')}${isSqlite ? ' as several' : ''}`
  const own = (kind: string, many: number) => id(kind, `n * ${many} + k`)
  const made = `${when('n', 3)}, ${when('n', 4)}`
  return [
    `insert into series (n, id, library_id, group_key, title, sort_key, publisher, status, reading_direction, age_rating, language, year, total_chapter_count, total_volume_count, tracked, has_custom_cover, selected_cover_source, rating, book_count, volumes_owned, local_max_chapter, local_max_volume, created_at, updated_at)
     select n, ${id('1000', 'n')}, ${id('0001', libraryOf('n'))}, 'folder/' || n, ${titleOf('n')}, ${titleOf('n')}, 'Publisher ' || (n % 50), case n % 4 when 0 then 'ongoing' when 1 then 'ended' when 2 then 'hiatus' else null end, case n % 3 when 0 then 'rtl' else null end, n % 19, 'en', 1960 + (n % 65), ${booksEach}, ${booksEach}, ${isSqlite ? 'n % 20 = 0' : '(n % 20 = 0)'}, ${truth(false)}, 'first_book', (${mixed('n')} % 1000) / 10.0, ${booksEach}, ${booksEach}, ${booksEach}, ${booksEach}, ${made} from ${rows}`,
    `insert into series_metadata (n, path, title_sort, summary, imprint, authors, locks, sources, search, created_at, updated_at)
     select n, '/library/' || n, null, '${summary}', 'Imprint', ${json(authors)}, ${json('["title"]')}, ${json(sources)}, ${titleOf('n')}, ${made} from ${rows}`,
    several(
      'books',
      booksEach,
      'n, id, series_id, library_id, root_id, relative_path, title, sort_key, volume, chapter, format, page_count, size, modified_at_ms, fingerprint, analyzed_at, attempts, created_at, updated_at',
      `n * ${booksEach} + k, ${own('2000', booksEach)}, ${id('1000', 'n')}, ${id('0001', libraryOf('n'))}, ${id('0002', libraryOf('n'))}, 'series ' || n || '/book ' || k || '.cbz', 'Book ' || k, ${isSqlite ? `printf('%05d', k)` : `lpad(k::text, 5, '0')`}, k, k, 'cbz', 180, 50000000, 1700000000000, ${isSqlite ? `printf('%032x', n * ${booksEach} + k)` : `lpad(to_hex(n * ${booksEach} + k), 32, '0')`}, ${when('n', 5)}, 0, ${made}`,
    ),
    several(
      'series_genres',
      3,
      'series_id, label_id, name',
      `${id('1000', 'n')}, ${id('0003', '1 + (n * 7 + k * 13) % 40')}, 'Genre'`,
    ),
    several(
      'series_tags',
      5,
      'series_id, label_id, name',
      `${id('1000', 'n')}, ${id('0004', '1 + (n * 11 + k * 61) % 400')}, 'Tag'`,
    ),
    several(
      'alternate_titles',
      2,
      'id, series_id, label, title, created_at, updated_at',
      `${own('3000', 2)}, ${id('1000', 'n')}, 'ja', 'Another title ' || n, ${made}`,
    ),
    several(
      'external_ids',
      2,
      'id, series_id, source, external_id, external_url, created_at, updated_at',
      `${own('3001', 2)}, ${id('1000', 'n')}, 'plugin:p' || k, 'x' || n, 'https://example.org/' || n, ${made}`,
    ),
    several(
      'external_links',
      2,
      'id, series_id, source_name, url, created_at, updated_at',
      `${own('3002', 2)}, ${id('1000', 'n')}, 'site ' || k, 'https://example.org/' || n, ${made}`,
    ),
    several(
      'external_ratings',
      2,
      'id, series_id, source_name, rating, vote_count, fetched_at, created_at, updated_at',
      `${own('3003', 2)}, ${id('1000', 'n')}, 'site ' || k, n % 100, n, ${when('n', 6)}, ${made}`,
    ),
  ]
}

/** Statements that recount series and labels. `genre_counts` and `tag_counts` must be empty. */
export const labelCounts = () => [
  `delete from series_counts`,
  `insert into series_counts (library_id, age_rating, sharing_set, series_count, book_count) select library_id, coalesce(age_rating, -1), sharing_set, count(*), sum(book_count) from series where trashed_at is null group by library_id, coalesce(age_rating, -1), sharing_set`,
  `insert into genre_counts (label_id, library_id, age_rating, sharing_set, name, series_count, created_at) select label_id, library_id, coalesce(age_rating, -1), sharing_set, min(name), count(*), min(created_at) from series_genres join series on series.id = series_id group by label_id, library_id, age_rating, sharing_set`,
  `insert into tag_counts (label_id, library_id, age_rating, sharing_set, name, series_count, created_at) select label_id, library_id, coalesce(age_rating, -1), sharing_set, min(name), count(*), min(created_at) from series_tags join series on series.id = series_id group by label_id, library_id, age_rating, sharing_set`,
  `update genres set series_count = (select count(*) from series_genres where label_id = genres.id)`,
  `update tags set series_count = (select count(*) from series_tags where label_id = tags.id)`,
  `update libraries set series_count = (select count(*) from series where library_id = libraries.id), book_count = (select count(*) from books where library_id = libraries.id)`,
]

const moreUsers = (count: number) =>
  count === 0
    ? []
    : [
        `insert into users (id, username, username_key, email, email_key, password_hash, role, permissions, is_active, created_at, updated_at)
         select ${id('4000', 'n')}, 'user' || n, 'user' || n, 'user' || n || '@example.org', 'user' || n || '@example.org', '-', 'reader', ${json('[]')}, ${truth(true)}, ${when('n', 7)}, ${when('n', 7)} from ${numbers(count)}`,
      ]

const seriesProgressColumns =
  'user_id, series_id, books_read, books_in_progress, read_count, last_read_at, last_completed_at, updated_at'
const bookProgressColumns =
  'user_id, book_id, series_id, pass, page, fraction, completed, completions, started, started_at, position_at, updated_at'

/** Adds progress in every n-th series (`step`): two completed books and one in progress. */
function progressOf(user: string, count: number, step: number): string[] {
  const who = isSqlite ? `'${user}'` : `'${user}'::uuid`
  const nth = `(1 + (n - 1) * ${step})`
  return [
    `insert into series_progress (${seriesProgressColumns})
     select ${who}, id, 2, 1, 0, ${when('n', 8)}, null, ${when('n', 8)} from series where (n - 1) % ${step} = 0`,
    `insert into book_progress (${bookProgressColumns})
     select ${who}, id, series_id, 1, 20, 0.5, ${isSqlite ? 'volume < 3' : '(volume < 3)'}, case when volume < 3 then 1 else 0 end, ${truth(true)}, ${when('n', 9)}, ${when('n', 9)}, ${when('n', 9)} from books where volume <= 3 and (n / 10) % ${step} = 1 % ${step}`,
    `insert into want_to_read (id, user_id, series_id, position, added_at)
     select ${id('5000', `n + ${Number.parseInt(user.slice(-4), 16) * 1000}`)}, ${who}, ${id('1000', nth)}, n, ${when('n', 10)} from ${numbers(Math.min(count, 200))}`,
  ]
}

/** Gives each of the additional users progress in up to two hundred series. */
function progressOfMany({ users, series }: Size): string[] {
  if (users === 0) return []
  const each = Math.min(200, series)
  const chosen = `(1 + (n * 37 + k * ${Math.max(1, Math.floor(series / each))}) % ${series})`
  const from = `${numbers(users)}${isSqlite ? ' as people' : ''}, ${numbers(each, 'k')}${isSqlite ? ' as several' : ''}`
  return [
    `insert into series_progress (${seriesProgressColumns})
     select ${id('4000', 'n')}, ${id('1000', chosen)}, 1, 1, 0, ${when('k', 11)}, null, ${when('k', 11)} from ${from} where true on conflict do nothing`,
    `insert into book_progress (${bookProgressColumns})
     select user_id, books.id, series_id, 1, 20, 1, ${truth(true)}, 1, ${truth(true)}, last_read_at, last_read_at, last_read_at
     from series_progress join books using (series_id) where volume = 1 and books_in_progress = 1 and books_read = 1`,
  ]
}
