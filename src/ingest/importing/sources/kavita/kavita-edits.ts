/** Metadata that people locked in Kavita, in the fields of Quire. */
import type { authorRoles } from '../../../../catalog/series/model'
import type { ForeignBookEdits, ForeignSeries } from '../../neutral-form'
import type { ForeignDatabase, ForeignRow } from '../foreign-database'
import { asBoolean, asDay, asId, asInteger } from '../values/foreign-values'
import { groupValues } from '../values/group-values'
import { asLongText, asShortText, type LockedField, readLocked } from '../locked-fields'
import type { KavitaChapters } from './kavita-chapters'
import { toAge } from './kavita-people'

const lock = 'Locked'
const statuses = ['ongoing', 'hiatus', 'ended', 'abandoned', 'ended'] as const

const nameFields: readonly LockedField[] = [
  ['Name', 'title', asShortText],
  ['SortName', 'titleSort', asShortText],
]

const seriesFields: readonly LockedField[] = [
  ['Summary', 'summary', asLongText],
  ['AgeRating', 'ageRating', (value) => toAge(asInteger(value))],
  ['ReleaseYear', 'year', (value) => asInteger(value) || null],
  ['Language', 'language', asShortText],
  ['PublicationStatus', 'status', (value) => statuses[asInteger(value) ?? -1] ?? null],
]

const columnsOf = (fields: readonly LockedField[]) =>
  fields.flatMap(([column]) => [column, `${column}${lock}`])

/** The number of each role in Kavita, its column, and the role in Quire. */
const roles: readonly [number, string, (typeof authorRoles)[number]][] = [
  [3, 'Writer', 'writer'],
  [4, 'Penciller', 'penciller'],
  [5, 'Inker', 'inker'],
  [6, 'Colorist', 'colorist'],
  [7, 'Letterer', 'letterer'],
  [8, 'CoverArtist', 'cover_artist'],
  [9, 'Editor', 'editor'],
  [12, 'Translator', 'translator'],
]
const publisherRole = 10

const metadataColumns = [
  'Id',
  'SeriesId',
  ...columnsOf(seriesFields),
  ...roles.map(([, column]) => `${column}${lock}`),
  'PublisherLocked',
  'GenresLocked',
  'TagsLocked',
]

type Values = Readonly<Record<string, unknown>>

export function* readKavitaSeries(db: ForeignDatabase): Generator<ForeignSeries> {
  const metadata = readMetadata(db)
  const columns = ['Id', 'LocalizedName', 'LocalizedNameLocked', ...columnsOf(nameFields)]
  for (const row of db.rows('Series', columns)) {
    const foreignId = asId(row['Id'])
    if (foreignId === null) continue
    const edits = {
      ...readLocked(row, nameFields, lock),
      ...readLocalizedName(row),
      ...metadata.get(foreignId),
    }
    yield { foreignId, labels: [], edits }
  }
}

function readLocalizedName(row: ForeignRow): Values {
  const title = asShortText(row['LocalizedName'] ?? null)
  return title !== null && asBoolean(row['LocalizedNameLocked'])
    ? { alternateTitles: [{ label: 'Localized', title }] }
    : {}
}

/** Reads metadata by series ID. Omits series without locked fields. */
function readMetadata(db: ForeignDatabase): Map<string, Values> {
  const lists = {
    genres: readNames(db, { table: 'Genre', link: 'GenreSeriesMetadata', key: 'GenresId' }),
    tags: readNames(db, { table: 'Tag', link: 'SeriesMetadataTag', key: 'TagsId' }),
    people: readPeople(db),
  }
  const metadata = new Map<string, Values>()
  for (const row of db.rows('SeriesMetadata', metadataColumns)) {
    const [id, seriesId] = [asId(row['Id']), asId(row['SeriesId'])]
    if (id === null || seriesId === null) continue
    const edits = { ...readLocked(row, seriesFields, lock), ...pickLists(row, id, lists) }
    if (Object.keys(edits).length > 0) metadata.set(seriesId, edits)
  }
  return metadata
}

interface MetadataLists {
  genres: ReadonlyMap<string, string[]>
  tags: ReadonlyMap<string, string[]>
  people: ReadonlyMap<string, { role: number; name: string }[]>
}

function pickLists(row: ForeignRow, id: string, { genres, tags, people }: MetadataLists): Values {
  const own = people.get(id) ?? []
  const authors = roles.flatMap(([number, column, role]) =>
    asBoolean(row[`${column}${lock}`])
      ? own.filter((one) => one.role === number).map(({ name }) => ({ name, role }))
      : [],
  )
  const publisher = own.find(({ role }) => role === publisherRole)?.name
  return {
    ...(asBoolean(row['GenresLocked']) && genres.has(id) && { genres: genres.get(id) }),
    ...(asBoolean(row['TagsLocked']) && tags.has(id) && { tags: tags.get(id) }),
    ...(asBoolean(row['PublisherLocked']) && publisher !== undefined && { publisher }),
    ...(authors.length > 0 && { authors }),
  }
}

interface NameTables {
  table: string
  link: string
  key: string
}

function readNames(db: ForeignDatabase, { table, link, key }: NameTables): Map<string, string[]> {
  const names = groupValues(db.rows(table, ['Id', 'Title']), 'Id', 'Title')
  const columns = ['SeriesMetadatasId', key]
  const links = groupValues(db.rows(link, columns), 'SeriesMetadatasId', key)
  return new Map([...links].map(([id, ids]) => [id, ids.flatMap((one) => names.get(one) ?? [])]))
}

function readPeople(db: ForeignDatabase) {
  const names = groupValues(db.rows('Person', ['Id', 'Name']), 'Id', 'Name')
  const people = new Map<string, { role: number; name: string }[]>()
  for (const row of db.rows('SeriesMetadataPeople', ['SeriesMetadataId', 'PersonId', 'Role'])) {
    const [id, personId, role] = [
      asId(row.SeriesMetadataId),
      asId(row.PersonId),
      asInteger(row.Role),
    ]
    const [name] = names.get(personId ?? '') ?? []
    if (id === null || role === null || name === undefined) continue
    const known = people.get(id)
    if (known) known.push({ role, name })
    else people.set(id, [{ role, name }])
  }
  return people
}

const chapterFields: readonly LockedField[] = [
  ['TitleName', 'title', asShortText],
  ['Summary', 'summary', asLongText],
  ['ISBN', 'isbns', asShortText],
]

/** Yields edits of books. Values of a chapter with several files do not belong to a single file. */
export function* readKavitaBookEdits(
  db: ForeignDatabase,
  chapters: KavitaChapters,
): Generator<ForeignBookEdits> {
  const columns = ['Id', 'ReleaseDate', 'ReleaseDateLocked', ...columnsOf(chapterFields)]
  for (const row of db.rows('Chapter', columns)) {
    const [file, ...others] = chapters.get(asId(row['Id']) ?? '')?.files ?? []
    if (!file || others.length > 0) continue
    const edits = { ...readLocked(row, chapterFields, lock), ...readDate(row) }
    if (Object.keys(edits).length > 0) yield { bookId: file.foreignId, edits }
  }
}

/** Reads a locked date. The year 1 means that the date is unknown. */
function readDate(row: ForeignRow): Values {
  const day = asDay(row['ReleaseDate'])
  if (day === null || day.startsWith('0001') || !asBoolean(row['ReleaseDateLocked'])) return {}
  const [year, month, date] = day.split('-').map(Number)
  return { year, month, day: date }
}
