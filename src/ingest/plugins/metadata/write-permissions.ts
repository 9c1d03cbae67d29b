/** Lists the permissions of plugins, and removes metadata that they do not allow. Pure. */
import type { BookWork, Work } from '../../providers/model'

type Member = keyof Work | keyof BookWork

/** Members of `Work` and `BookWork`, keyed by the permission that allows them. */
const members: Readonly<Record<string, readonly Member[]>> = {
  title: ['title', 'alternateTitles'],
  subtitle: ['subtitle'],
  original_title: ['originalTitle'],
  summary: ['summary'],
  genres: ['genres'],
  tags: ['tags'],
  subjects: ['subjects'],
  covers: ['coverUrl'],
  ratings: ['rating'],
  links: ['siteUrl'],
  external_ids: ['crossReferences'],
  year: ['year', 'month', 'day'],
  original_year: ['originalYear'],
  status: ['status'],
  publisher: ['publisher', 'imprint'],
  age_rating: ['ageRating'],
  language: ['language'],
  reading_direction: ['readingDirection'],
  total_volume_count: ['totalVolumeCount'],
  total_chapter_count: ['totalChapterCount'],
  authors: ['authors'],
  isbn: ['isbns'],
  edition: ['edition'],
  series_position: ['seriesPosition', 'seriesTotal'],
}

const writePrefix = 'metadata:write:'
export const allWrites = `${writePrefix}*`

/** Permission names from the plugin API for fields that Quire does not take from plugins. */
const otherNames = 'book_type translator awards custom_metadata volume chapter'

export const pluginPermissions: readonly string[] = [
  'metadata:read',
  allWrites,
  ...[...Object.keys(members), ...otherNames.split(' ')].map((name) => writePrefix + name),
]

/** Removes values that the plugin is not permitted to provide. */
export function keepPermitted<Kept extends Work | BookWork>(
  work: Kept,
  permissions: readonly string[],
): Kept {
  if (permissions.includes(allWrites)) return work
  const permitted = new Set<string>(
    Object.entries(members).flatMap(([name, keys]) =>
      permissions.includes(writePrefix + name) ? keys : [],
    ),
  )
  return Object.fromEntries(Object.entries(work).filter(([key]) => permitted.has(key))) as Kept
}
