/** The tables of Kavita, filled from those of `foreign-sources.ts`. */
import { hashAsKavita } from '../../../ingest/importing/databases/kavita-database'
import { count, fill, lockedBook, lockedSeries, sqlTime, summary } from './statements'

export const listKavita = () => [...writeKavita(), ...writeKavitaReading()]

function writeKavita(): string[] {
  const hash = hashAsKavita('correct horse')
  return [
    ...fill('__EFMigrationsHistory', 'MigrationId text', `select '20241011172428_Example'`),
    ...fill(
      'AspNetUsers',
      'Id integer primary key, UserName text, Email text, PasswordHash text, Created text, AgeRestriction integer, AgeRestrictionIncludeUnknowns integer',
      `select u, 'user' || u, 'user' || u || '@example.org', '${hash}', '2023-01-01 12:00:00', case when u % 10 = 0 then 9 else -1 end, 1 from temp.u`,
    ),
    ...fill(
      'AspNetRoles',
      'Id integer primary key, Name text',
      `values (1, 'Admin'), (2, 'Login')`,
    ),
    ...fill(
      'AspNetUserRoles',
      'UserId integer, RoleId integer',
      `select u, case when u = 1 then 1 else 2 end from temp.u`,
    ),
    ...fill(
      'Library',
      'Id integer primary key, Name text',
      `select distinct library, 'Library ' || library from temp.s`,
    ),
    ...fill(
      'FolderPath',
      'Id integer primary key, Path text, LibraryId integer',
      `select distinct library, '/comics/' || library, library from temp.s`,
    ),
    ...fill(
      'AppUserLibrary',
      'AppUsersId integer, LibrariesId integer',
      `select u, Id from temp.u, Library`,
    ),
    ...fill(
      'Series',
      'Id integer primary key, Name text, NameLocked integer, SortName text, SortNameLocked integer, LocalizedName text, LocalizedNameLocked integer, LibraryId integer, CoverImage text, CoverImageLocked integer',
      `select s, name, ${lockedSeries}, name, 0, '', 0, library, null, 0 from temp.s`,
    ),
    ...fill(
      'SeriesMetadata',
      'Id integer primary key, SeriesId integer, Summary text, SummaryLocked integer, AgeRating integer, AgeRatingLocked integer, PublicationStatus integer, PublicationStatusLocked integer, GenresLocked integer, TagsLocked integer',
      `select s, s, ${summary}, ${lockedSeries}, 0, 0, 2, ${lockedSeries}, ${lockedSeries}, 0 from temp.s`,
    ),
    ...fill(
      'Genre',
      'Id integer primary key, Title text',
      `select i, 'genre ' || i from ${count('i', 40)}`,
    ),
    ...fill(
      'GenreSeriesMetadata',
      'GenresId integer, SeriesMetadatasId integer',
      `select 1 + s % 40, s from temp.s`,
    ),
    ...fill(
      'Volume',
      'Id integer primary key, SeriesId integer, MinNumber real, CoverImage text, CoverImageLocked integer',
      `select n, s, k, null, 0 from temp.b`,
    ),
    ...fill(
      'Chapter',
      'Id integer primary key, VolumeId integer, MinNumber real, Pages integer, TitleName text, TitleNameLocked integer, Summary text, SummaryLocked integer, ISBN text, ISBNLocked integer, ReleaseDate text, ReleaseDateLocked integer, CoverImage text, CoverImageLocked integer',
      `select n, n, -100000, 180, 'Title ' || n, ${lockedBook}, ${summary}, ${lockedBook}, '', 0, '0001-01-01 00:00:00', 0, null, 0 from temp.b`,
    ),
    ...fill(
      'MangaFile',
      'Id integer primary key, ChapterId integer, FilePath text, Pages integer, Bytes integer, Format integer, KoreaderHash text',
      `select n, n, path, 180, 50000000, 1, null from temp.b`,
    ),
    'create index IX_MangaFile_ChapterId on MangaFile (ChapterId)',
  ]
}

function writeKavitaReading(): string[] {
  const [at, began] = [sqlTime('at', '.0000000'), sqlTime('at - 3600', '.0000000')]
  return [
    ...fill(
      'AppUserProgresses',
      'Id integer primary key, AppUserId integer, ChapterId integer, PagesRead integer, VolumeId integer, SeriesId integer, LibraryId integer, Created text, CreatedUtc text, LastModified text, LastModifiedUtc text, TotalReads integer',
      `select null, u, n, case when done then 180 else 1 + j % 170 end, n, 0, 0, ${began}, ${began}, ${at}, ${at}, 1 from temp.r group by u, n`,
    ),
    ...fill(
      'AppUserRating',
      'Id integer primary key, Rating real, HasBeenRated integer, Review text, SeriesId integer, AppUserId integer, LastModifiedUtc text',
      `select null, 1 + s % 5, 1, case when s % 3 = 0 then 'Good.' end, s, u, ${sqlTime('1700000000 + s', '.0000000')} from temp.u, temp.s where (s + u) % 25 = 0 limit 50000`,
    ),
    ...fill(
      'AppUserWantToRead',
      'Id integer primary key, SeriesId integer, AppUserId integer',
      `select null, s, u from temp.u, temp.s where (s + u) % 250 = 0`,
    ),
    ...fill(
      'AppUserBookmark',
      'Id integer primary key, Page integer, SeriesId integer, VolumeId integer, ChapterId integer, FileName text, AppUserId integer, CreatedUtc text',
      `select null, j % 100, 0, n, n, '', u, ${at} from temp.r where j % 20 = 0`,
    ),
    ...fill(
      'AppUserCollection',
      'Id integer primary key, Title text, Summary text, Promoted integer, AppUserId integer, Source integer',
      `select c, 'Collection ' || c, null, 1, u, 0 from temp.c`,
    ),
    ...fill(
      'AppUserCollectionSeries',
      'CollectionsId integer, ItemsId integer',
      `select distinct c, s from temp.l`,
    ),
    ...fill(
      'ReadingList',
      'Id integer primary key, Title text, Summary text, Promoted integer, AppUserId integer',
      `select c, 'List ' || c, null, 1, u from temp.c`,
    ),
    ...fill(
      'ReadingListItem',
      'Id integer primary key, "Order" integer, SeriesId integer, VolumeId integer, ChapterId integer, ReadingListId integer',
      `select null, i, 0, n, n, c from temp.l`,
    ),
  ]
}
