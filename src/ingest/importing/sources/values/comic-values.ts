/**
 * Metadata that a program stores using the elements of ComicInfo.xml, mapped to Quire's fields.
 * Programs without locks do not record which values a person entered.
 */
import { type FileMetadata, getVolumeNumber } from '../../../../media/contents/file-metadata'
import { readComicInfo } from '../../../../media/metadata/comic-info'
import { asShortText } from '../locked-fields'

const sameNames = [
  'blackAndWhite',
  'bookType',
  'chapter',
  'colorist',
  'count',
  'coverArtist',
  'day',
  'editor',
  'imprint',
  'inker',
  'languageIso',
  'letterer',
  'manga',
  'month',
  'penciller',
  'seriesPosition',
  'seriesTotal',
  'summary',
  'translator',
  'writer',
  'year',
] as const satisfies readonly (keyof FileMetadata)[]

const maxListLength = 500
const maxNamesLength = 4000

/**
 * Reads the values in the form that Quire stores. `field` returns the text of the element with this
 * name.
 */
export function readComicValues(
  field: (name: string) => string | null,
): Readonly<Record<string, unknown>> {
  const metadata = readComicInfo(field, [])
  const { authors, genres, isbns, tags } = metadata
  const volume = getVolumeNumber(metadata)
  const values = {
    ...Object.fromEntries(sameNames.map((name) => [name, metadata[name]])),
    title: asShortText(metadata.title),
    number: asShortText(metadata.number),
    publisher: asShortText(metadata.publisher),
    formatDetail: asShortText(metadata.formatDetail),
    volume: Number.isInteger(volume) ? volume : null,
    authors: authors.slice(0, maxListLength),
    subjects: tags.slice(0, maxListLength),
    genre: genres.join(', ').slice(0, maxNamesLength) || null,
    isbns: isbns.slice(0, 20).join(', ') || null,
  }
  return Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  )
}
