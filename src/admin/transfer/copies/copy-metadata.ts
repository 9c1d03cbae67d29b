/** Builds the metadata that is written into copies of books. */
import type { ComicInfoValues } from '../../../media/metadata/write-comic-info'
import type { SeriesJsonValues } from '../../../media/metadata/write-series-json'
import type { EpubMetadata } from '../../../media/epub/write-metadata'
import type { CopiedBook } from './copies-queries'

export interface DescribedBook extends CopiedBook {
  genres: readonly string[]
  tags: readonly string[]
}

/** Names of age ratings in ComicInfo. Other ages have no name. */
const ageWords: Record<number, string> = {
  0: 'Everyone',
  3: 'Early Childhood',
  6: 'Kids to Adults',
  8: 'PG',
  10: 'Everyone 10+',
  13: 'Teen',
  15: 'MA15+',
  17: 'Mature 17+',
  18: 'Adults Only 18+',
}

const findAgeWord = (age: number | null) => (age === null ? null : (ageWords[age] ?? null))
const joinOrNull = (parts: readonly string[]) => (parts.length > 0 ? parts.join(', ') : null)

export const buildComicInfo = (described: DescribedBook): ComicInfoValues => {
  const { book, metadata, series, genres, tags } = described
  return {
    Title: book.title,
    Series: series.title,
    Number: metadata.number ?? book.chapter,
    Count: metadata.count,
    Volume: book.volume,
    Summary: metadata.summary,
    Year: metadata.year,
    Month: metadata.month,
    Day: metadata.day,
    ...listComicPeople(described),
    Publisher: metadata.publisher ?? series.publisher,
    Imprint: metadata.imprint ?? described.seriesMetadata.imprint,
    Genre: metadata.genre ?? joinOrNull(genres),
    Tags: joinOrNull(tags),
    Web: metadata.externalLinks?.map(({ url }) => url).join(' '),
    LanguageISO: metadata.languageIso ?? series.language,
    Format: metadata.formatDetail,
    BlackAndWhite: formatYesOrNo(metadata.blackAndWhite),
    Manga: findMangaWord(described),
    AgeRating: findAgeWord(series.ageRating),
    GTIN: metadata.isbns,
  }
}

const listComicPeople = ({ metadata }: DescribedBook): ComicInfoValues => ({
  Writer: metadata.writer,
  Penciller: metadata.penciller,
  Inker: metadata.inker,
  Colorist: metadata.colorist,
  Letterer: metadata.letterer,
  CoverArtist: metadata.coverArtist,
  Editor: metadata.editor,
  Translator: metadata.translator,
})

const formatYesOrNo = (value: boolean | null) => (value === null ? null : value ? 'Yes' : 'No')

function findMangaWord({ series, metadata }: DescribedBook) {
  if (series.readingDirection === 'rtl') return 'YesAndRightToLeft'
  return formatYesOrNo(metadata.manga)
}

const authorRoles = new Set(['author', 'co_author', 'writer'])

export function buildEpubMetadata(described: DescribedBook): EpubMetadata {
  const { book, metadata, series, genres } = described
  const authors = (metadata.authors ?? []).filter(({ role }) => authorRoles.has(role))
  return {
    title: book.title,
    creators: [...new Set(authors.map(({ name }) => name))],
    description: metadata.summary,
    publisher: metadata.publisher ?? series.publisher,
    language: metadata.languageIso ?? series.language,
    date: formatDate(metadata),
    subjects: metadata.subjects ?? genres,
    series: series.title,
    position: metadata.seriesPosition ?? book.volume ?? book.chapter,
  }
}

function formatDate({ year, month, day }: CopiedBook['metadata']): string | null {
  if (year === null) return null
  const parts = [year, month, month === null ? null : day].filter((part) => part !== null)
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
}

export const buildSeriesJson = (described: DescribedBook): SeriesJsonValues => {
  const { series, seriesMetadata, genres, tags } = described
  return {
    name: series.title,
    publisher: series.publisher,
    imprint: seriesMetadata.imprint,
    year: series.year,
    description: seriesMetadata.summary,
    totalIssues: series.totalVolumeCount,
    status: series.status,
    ageRating: findAgeWord(series.ageRating),
    language: series.language,
    genres,
    tags,
  }
}
