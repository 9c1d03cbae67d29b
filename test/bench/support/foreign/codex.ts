/** The tables of Codex, filled from those of `foreign-sources.ts`. */
import { count, fill, lockedBook, lockedSeries, summary } from './statements'

export const listCodex = () => [...writeCodex(), ...writeCodexReading()]

const codexId = (kind: number, n: string) => `unhex(printf('%02x%030x', ${kind}, ${n}))`

function writeCodex(): string[] {
  const hash = Bun.password.hashSync('correct horse', {
    algorithm: 'argon2id',
    memoryCost: 1024,
    timeCost: 1,
  })
  const [user, series, book] = [codexId(1, 'u'), codexId(2, 's'), codexId(3, 'n')]
  const library = codexId(4, 'library')
  return [
    ...fill(
      'seaql_migrations',
      'version varchar primary key, applied_at bigint',
      `select 'm20260521_000089_example', 1`,
    ),
    ...fill(
      'users',
      'id blob primary key, username text, email text, password_hash text, role text, is_active boolean, created_at text',
      `select ${user}, 'user' || u, 'user' || u || '@example.org', '${hash}', case when u = 1 then 'admin' else 'reader' end, 1, ${codexTime('1600000000 + u')} from temp.u`,
    ),
    ...fill(
      'libraries',
      'id blob primary key, name text, path text',
      `select distinct ${library}, 'Library ' || library, '/comics/' || library from temp.s`,
    ),
    ...fill(
      'series',
      'id blob primary key, library_id blob, name text',
      `select ${series}, ${library}, name from temp.s`,
    ),
    ...fill(
      'series_metadata',
      'series_id blob primary key, title text, title_lock boolean, summary text, summary_lock boolean, status text, status_lock boolean, genres_lock boolean',
      `select ${series}, name, ${lockedSeries}, ${summary}, ${lockedSeries}, 'ended', ${lockedSeries}, ${lockedSeries} from temp.s`,
    ),
    ...fill(
      'genres',
      'id blob primary key, name text',
      `select ${codexId(5, 'i')}, 'genre ' || i from ${count('i', 40)}`,
    ),
    ...fill(
      'series_genres',
      'series_id blob, genre_id blob',
      `select ${series}, ${codexId(5, '1 + s % 40')} from temp.s`,
    ),
    ...fill('sharing_tags', 'id blob primary key, name text', `select ${codexId(6, '1')}, 'adult'`),
    ...fill(
      'series_sharing_tags',
      'series_id blob, sharing_tag_id blob',
      `select ${series}, ${codexId(6, '1')} from temp.s where s % 20 = 0`,
    ),
    ...fill(
      'user_sharing_tags',
      'user_id blob, sharing_tag_id blob, access_mode text',
      `select ${user}, ${codexId(6, '1')}, 'deny' from temp.u where u % 10 = 0`,
    ),
    ...fill(
      'books',
      'id blob primary key, series_id blob, library_id blob, path text, file_size bigint, file_hash text, koreader_hash text, page_count integer, format text, deleted boolean',
      `select ${book}, ${series}, ${library}, path, 50000000, printf('%032x', n), null, 180, 'cbz', 0 from temp.b`,
    ),
    ...fill(
      'book_metadata',
      'book_id blob primary key, title text, title_lock boolean, summary text, summary_lock boolean, number text, volume integer, chapter real',
      `select ${book}, 'Title ' || n, ${lockedBook}, ${summary}, ${lockedBook}, k, k, null from temp.b`,
    ),
  ]
}

const codexTime = (seconds: string) =>
  `strftime('%Y-%m-%dT%H:%M:%S', ${seconds}, 'unixepoch') || '.000000000+00:00'`

function writeCodexReading(): string[] {
  const [user, series, book] = [codexId(1, 'u'), codexId(2, 's'), codexId(3, 'n')]
  const list = codexId(7, 'c')
  const [at, began] = [codexTime('at'), codexTime('at - 3600')]
  const member = 'position integer, created_at text'
  return [
    ...fill(
      'read_progress',
      'id integer primary key, user_id blob, book_id blob, current_page integer, progress_percentage real, completed boolean, started_at text, updated_at text, completed_at text, r2_progression text, unique (user_id, book_id)',
      `select null, ${user}, ${book}, case when done then 180 else 1 + j % 170 end, null, done, ${began}, ${at}, case when done then ${at} end, null from temp.r where true on conflict do nothing`,
    ),
    ...fill(
      'read_completions',
      'id integer primary key, user_id blob, book_id blob, started_at text, completed_at text',
      `select null, ${user}, ${book}, ${began}, ${at} from temp.r where done`,
    ),
    ...fill(
      'user_series_ratings',
      'id integer primary key, user_id blob, series_id blob, rating integer, notes text, updated_at text',
      `select null, ${user}, ${series}, 1 + s % 100, case when s % 3 = 0 then 'Good.' end, ${codexTime('1700000000 + s')} from temp.u, temp.s where (s + u) % 25 = 0 limit 50000`,
    ),
    ...fill(
      'want_to_read',
      'id integer primary key, user_id blob, series_id blob, book_id blob, position integer, added_at text',
      `select null, ${user}, ${series}, null, s, ${codexTime('1700000000 + s')} from temp.u, temp.s where (s + u) % 250 = 0`,
    ),
    ...fill(
      'collections',
      'id blob primary key, name text, ordered boolean, condition text, created_at text',
      `select ${list}, 'Collection ' || c, 1, null, '' from temp.c`,
    ),
    ...fill(
      'collection_series',
      `collection_id blob, series_id blob, ${member}`,
      `select distinct ${list}, ${series}, i, '' from temp.l`,
    ),
    ...fill(
      'read_lists',
      'id blob primary key, name text, ordered boolean, created_at text',
      `select ${list}, 'List ' || c, 1, '' from temp.c`,
    ),
    ...fill(
      'read_list_books',
      `read_list_id blob, book_id blob, ${member}`,
      `select distinct ${list}, ${book}, i, '' from temp.l`,
    ),
  ]
}
