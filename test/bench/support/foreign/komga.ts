/** The tables of Komga, filled from those of `foreign-sources.ts`. */
import { fill, lockedBook, lockedSeries, sqlTime, summary } from './statements'

export const listKomga = () => [...writeKomga(), ...writeKomgaReading()]

const komgaId = (kind: string, n: string) => `printf('0${kind}%011d', ${n})`

function writeKomga(): string[] {
  const hash = Bun.password.hashSync('correct horse', { algorithm: 'bcrypt', cost: 4 })
  const [user, series, book] = [komgaId('U', 'u'), komgaId('S', 's'), komgaId('B', 'n')]
  const library = komgaId('L', 'library')
  return [
    ...fill(
      'flyway_schema_history',
      'installed_rank int, version varchar',
      `select 1, '20260225161438'`,
    ),
    ...fill(
      'USER',
      'ID varchar primary key, CREATED_DATE datetime, EMAIL varchar, PASSWORD varchar, SHARED_ALL_LIBRARIES boolean',
      `select ${user}, ${sqlTime('1600000000 + u')}, 'user' || u || '@example.org', '${hash}', 1 from temp.u`,
    ),
    ...fill(
      'USER_ROLE',
      'USER_ID varchar, ROLE varchar',
      `select ${user}, 'ADMIN' from temp.u where u = 1`,
    ),
    ...fill(
      'USER_SHARING',
      'LABEL varchar, ALLOW boolean, USER_ID varchar',
      `select 'adult', 0, ${user} from temp.u where u % 10 = 0`,
    ),
    ...fill(
      'LIBRARY',
      'ID varchar primary key, NAME varchar, ROOT varchar',
      `select distinct ${library}, 'Library ' || library, 'file:/comics/' || library || '/' from temp.s`,
    ),
    ...fill(
      'SERIES',
      'ID varchar primary key, NAME varchar, LIBRARY_ID varchar',
      `select ${series}, name, ${library} from temp.s`,
    ),
    ...fill(
      'SERIES_METADATA',
      'SERIES_ID varchar primary key, STATUS varchar, STATUS_LOCK boolean, TITLE varchar, TITLE_LOCK boolean, SUMMARY varchar, SUMMARY_LOCK boolean, PUBLISHER varchar, PUBLISHER_LOCK boolean, GENRES_LOCK boolean',
      `select ${series}, 'ENDED', ${lockedSeries}, name, ${lockedSeries}, ${summary}, ${lockedSeries}, 'Grey Press', 0, ${lockedSeries} from temp.s`,
    ),
    ...fill(
      'SERIES_METADATA_GENRE',
      'GENRE varchar, SERIES_ID varchar',
      `select 'genre ' || (s % 40), ${series} from temp.s`,
    ),
    ...fill(
      'SERIES_METADATA_SHARING',
      'LABEL varchar, SERIES_ID varchar',
      `select 'adult', ${series} from temp.s where s % 20 = 0`,
    ),
    ...fill(
      'BOOK',
      'ID varchar primary key, NAME varchar, URL varchar, SERIES_ID varchar, FILE_SIZE int8, NUMBER int, LIBRARY_ID varchar, FILE_HASH varchar, FILE_HASH_KOREADER varchar',
      `select ${book}, 'book ' || k, 'file:' || replace(path, ' ', '%20'), ${series}, 50000000, k, ${library}, printf('%032x', n), '' from temp.b`,
    ),
    ...fill(
      'BOOK_METADATA',
      'BOOK_ID varchar primary key, NUMBER varchar, NUMBER_LOCK boolean, NUMBER_SORT real, SUMMARY varchar, SUMMARY_LOCK boolean, TITLE varchar, TITLE_LOCK boolean',
      `select ${book}, k, 0, k, ${summary}, ${lockedBook}, 'Title ' || n, ${lockedBook} from temp.b`,
    ),
    ...fill(
      'MEDIA',
      'BOOK_ID varchar primary key, PAGE_COUNT int',
      `select ${book}, 180 from temp.b`,
    ),
  ]
}

function writeKomgaReading(): string[] {
  const [user, series, book] = [komgaId('U', 'u'), komgaId('S', 's'), komgaId('B', 'n')]
  const list = komgaId('C', 'c')
  const at = sqlTime('at')
  return [
    ...fill(
      'READ_PROGRESS',
      'BOOK_ID varchar, USER_ID varchar, CREATED_DATE datetime, LAST_MODIFIED_DATE datetime, PAGE int, COMPLETED boolean, READ_DATE datetime, device_id varchar, device_name varchar, locator blob, primary key (BOOK_ID, USER_ID)',
      `select ${book}, ${user}, ${sqlTime('at - 3600')}, ${at}, case when done then 180 else 1 + j % 170 end, done, ${at}, 'kobo', 'Kobo', null from temp.r where true on conflict do nothing`,
    ),
    ...fill(
      'COLLECTION',
      'ID varchar primary key, NAME varchar, ORDERED boolean',
      `select ${list}, 'Collection ' || c, 1 from temp.c`,
    ),
    ...fill(
      'COLLECTION_SERIES',
      'COLLECTION_ID varchar, SERIES_ID varchar, NUMBER int',
      `select distinct ${list}, ${series}, i from temp.l`,
    ),
    ...fill(
      'READLIST',
      'ID varchar primary key, NAME varchar, SUMMARY varchar, ORDERED boolean',
      `select ${list}, 'List ' || c, '', 1 from temp.c`,
    ),
    ...fill(
      'READLIST_BOOK',
      'READLIST_ID varchar, BOOK_ID varchar, NUMBER int',
      `select distinct ${list}, ${book}, i from temp.l`,
    ),
  ]
}
