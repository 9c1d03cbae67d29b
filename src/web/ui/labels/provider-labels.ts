/** Labels for data from metadata providers: fields, values, publication types. */
import type { Schemas } from '../api/client'
import { t } from '../i18n/i18n'
import { formatLanguage, formatCreatorRole, formatSeriesStatus } from './metadata-labels'
import { readingDirectionLabel } from './reading-directions'

/** Returns undefined if the type is unknown or this version does not support it. */
export function formatPublication(format: string | null): string | undefined {
  const labels: Record<string, string> = {
    manga: t('Manga'),
    manhwa: t('Manhwa'),
    manhua: t('Manhua'),
    comic: t('Comic'),
    webcomic: t('Webcomic'),
    novel: t('Novel'),
    light_novel: t('Light novel'),
    one_shot: t('One-shot'),
    artbook: t('Art book'),
  }
  return labels[format ?? '']
}

export function formatFieldName(field: string): string {
  const labels: Record<string, string> = {
    title: t('Title'),
    titleSort: t('Sort title'),
    alternateTitles: t('Alternate titles'),
    summary: t('Summary'),
    status: t('Status'),
    year: t('Year'),
    totalVolumeCount: t('Total volumes'),
    totalChapterCount: t('Total chapters'),
    readingDirection: t('Reading direction'),
    ageRating: t('Age rating'),
    language: t('Language'),
    publisher: t('Publisher'),
    imprint: t('Imprint'),
    authors: t('People'),
    genres: t('Genres'),
    tags: t('Tags'),
    externalLinks: t('Links'),
    externalRatings: t('Ratings'),
    cover: t('Cover'),
    subtitle: t('Subtitle'),
    isbns: t('ISBN'),
    edition: t('Edition'),
    month: t('Month'),
    day: t('Day'),
    originalYear: t('First published'),
    originalTitle: t('Original title'),
    languageIso: t('Language'),
    subjects: t('Subjects'),
    seriesPosition: t('Position in series'),
    seriesTotal: t('Books in series'),
    writer: t('Writers'),
    penciller: t('Pencillers'),
    inker: t('Inkers'),
    colorist: t('Colorists'),
    letterer: t('Letterers'),
    coverArtist: t('Cover artists'),
    editor: t('Editors'),
    translator: t('Translators'),
  }
  return labels[field] ?? field
}

type Status = NonNullable<Schemas['SeriesMetadata']['status']>
type Direction = Parameters<typeof readingDirectionLabel>[0]

/** Formats a value as one line of text. Returns undefined if the value is empty. */
export function formatFieldValue(field: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : value.map(formatItem).join(', ')
  }
  if (field === 'status') return formatSeriesStatus(value as Status)
  if (field === 'readingDirection') return readingDirectionLabel(value as Direction)
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value)
  if (typeof value !== 'string') return text
  return field === 'language' || field === 'languageIso' ? formatLanguage(value) : value
}

interface Item {
  name?: string
  role?: Parameters<typeof formatCreatorRole>[0]
  title?: string
  sourceName?: string
  rating?: number
  url?: string
}

/** Formats a list item: a name, a person, a title, a link or a rating. */
function formatItem(item: unknown): string {
  if (typeof item !== 'object' || item === null) return typeof item === 'string' ? item : ''
  const { name, role, title, sourceName, rating } = item as Item
  if (name !== undefined) return role ? `${name} (${formatCreatorRole(role)})` : name
  if (title !== undefined) return title
  return rating === undefined ? (sourceName ?? '') : `${sourceName} ${rating / 10}`
}
