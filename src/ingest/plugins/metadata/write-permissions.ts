/** What plugins may do. Pure. */
import type { Work } from '../../providers/model'

/** Members of a work by permission; without members: of books, or kept for other plugins. */
const members: Readonly<Record<string, readonly (keyof Work)[]>> = {
  title: ['title', 'alternateTitles'],
  summary: ['summary'],
  genres: ['genres'],
  tags: ['tags'],
  covers: ['coverUrl'],
  ratings: ['rating'],
  links: ['siteUrl'],
  external_ids: ['crossReferences'],
  year: ['year'],
  status: ['status'],
  publisher: ['publisher', 'imprint'],
  age_rating: ['ageRating'],
  language: ['language'],
  reading_direction: ['readingDirection'],
  total_volume_count: ['totalVolumeCount'],
  total_chapter_count: ['totalChapterCount'],
  authors: ['authors'],
}

const writePrefix = 'metadata:write:'
export const allWrites = `${writePrefix}*`

/** Names of the contract that concern books, which Quire does not fill from plugins. */
const bookNames =
  'book_type subtitle translator edition original_title original_year isbn series_position subjects awards custom_metadata volume chapter'

export const pluginPermissions: readonly string[] = [
  'metadata:read',
  allWrites,
  ...[...Object.keys(members), ...bookNames.split(' ')].map((name) => writePrefix + name),
]

/** Without what the plugin may not change. */
export function keepPermitted(work: Work, permissions: readonly string[]): Work {
  if (permissions.includes(allWrites)) return work
  const permitted = new Set<string>(
    Object.entries(members).flatMap(([name, keys]) =>
      permissions.includes(writePrefix + name) ? keys : [],
    ),
  )
  return Object.fromEntries(Object.entries(work).filter(([key]) => permitted.has(key)))
}
