/** Sort keys and search tokens of books. Pure: shared by scans and edits. */
import { type SQLWrapper, sql } from 'drizzle-orm'
import { getFolder, getBaseName, getStem } from '../../platform/lib/path-names'
import { buildIndexTokens } from '../../platform/lib/text/search-tokens'
import { buildSortKey } from '../../platform/lib/text/sort-key'
import type { Author } from '../series/schema'
import type { NumberKind } from './numbers/number-kind'

export interface Numbering {
  numberKind: NumberKind | null
  numberFrom: number | null
  /** End of a range. */
  numberTo: number | null
  volume: number | null
  /** As entered: `1.5`, `Annual 2`. */
  number: string | null
  title: string
}

/**
 * Groups of books within a series, in reading order. Each value is the first character of the sort
 * key.
 */
const groups = {
  run: '1',
  /** Volumes of a series that has issues. */
  volumesAfterIssues: '2',
  unnumbered: '3',
  collected: '4',
  annual: '5',
  special: '6',
} as const

/**
 * Builds the sort key for natural order within a series, compared by code point. Order: by volume,
 * with a complete volume before its chapters, then chapters and issues outside volumes, then books
 * without numbers, then collected editions, annuals and specials. A range follows the single number
 * that it starts with. In some series, `refreshBookOrder` moves volumes. The parts before the title
 * have a fixed width, so that SQL can extract the title: see `titleKeyStart`.
 */
export function buildBookSortKey(book: Numbering): string {
  const { number, numberTo, title } = book
  return [
    ...getNumberParts(book),
    formatFixedWidth(numberTo === null ? buildSortKey(number ?? '') : formatRangeEnd(numberTo)),
    // A PostgreSQL index row is limited to 2,700 bytes.
    buildSortKey(title).slice(0, 500).toWellFormed(),
  ].join('')
}

function getNumberParts({ numberKind, numberFrom, volume }: Numbering): string[] {
  if (numberKind === null) return [groups.unnumbered, last, last]
  if (numberKind === 'issue' || numberKind === 'chapter') {
    return [groups.run, formatOrLast(volume), formatOrLast(numberFrom)]
  }
  const group = numberKind === 'volume' ? groups.run : groups[numberKind]
  return [group, formatOrLast(numberFrom), first]
}

/**
 * Builds SQL conditions and sort keys for the three possible positions of a volume: among volumes
 * (as in `buildBookSortKey`), among chapters (as if the volume were a chapter), and after issues.
 * No condition matches keys in file order.
 */
export function volumeOrder(sortKey: SQLWrapper) {
  const cut = (start: number, length?: number) =>
    length === undefined
      ? sql`substr(${sortKey}, ${sql.raw(String(start))})`
      : sql`substr(${sortKey}, ${sql.raw(String(start))}, ${sql.raw(String(length))})`
  const [group, firstPart, secondPart] = [
    cut(1, 1),
    cut(2, partWidth),
    cut(2 + partWidth, partWidth),
  ]
  const isAmongChapters = sql`(${group} = ${groups.run} and ${firstPart} = ${last})`
  const number = sql`case when ${firstPart} = ${last} then ${secondPart} else ${firstPart} end`
  const rest = cut(2 + 2 * partWidth)
  return {
    isAmongVolumes: sql`(${group} = ${groups.run} and ${firstPart} <> ${last})`,
    isAmongChapters,
    isAfterIssues: sql`${group} = ${groups.volumesAfterIssues}`,
    amongVolumes: sql`${groups.run} || ${number} || ${first} || ${rest}`,
    amongChapters: sql`${groups.run} || ${last} || ${number} || ${rest}`,
    afterIssues: sql`${groups.volumesAfterIssues} || ${number} || ${first} || ${rest}`,
  }
}

/** Returns whether a stored key is the key of the same volume after `refreshBookOrder` moved it. */
export function isMovedKey(stored: string, key: string): boolean {
  const part = (index: number) => key.slice(1 + index * partWidth, 1 + (index + 1) * partWidth)
  const [number, rest] = [part(0), key.slice(1 + 2 * partWidth)]
  // Only volumes have a blank second part.
  if (!key.startsWith(groups.run) || number === last || part(1) !== first) return false
  const amongChapters = groups.run + last + number + rest
  return stored === amongChapters || stored === groups.volumesAfterIssues + key.slice(1)
}

/**
 * Builds SQL for the group of a book in its series. Chapters outside volumes are a group of their
 * own, because volumes can contain them. All books in file order are one group.
 */
export const selectReadingGroup = (sortKey: SQLWrapper) =>
  sql<string>`case when substr(${sortKey}, 1, 2) = ${`${groups.run}~`} then ${`${groups.run}~`}
    else substr(${sortKey}, 1, 1) end`

/**
 * Builds SQL that is 1 for groups such as annuals, and 0 for the run and for books in file order.
 */
export const isOutsideRun = (group: SQLWrapper) =>
  sql`case when ${group} in (${groups.run}, ${`${groups.run}~`}, ' ') then 0 else 1 end`

/** Truncates a sort key, because a PostgreSQL index row is limited to 2,700 bytes. */
export const truncateKey = (key: string) => key.slice(0, 600).toWellFormed()

/**
 * Builds the sort key for files ordered by folder and name. The part before the title is blank, so
 * sorting by title sorts by file name in such a library.
 */
export function buildFileOrderKey(relativePath: string): string {
  const folder = getBaseName(getFolder(relativePath))
  return (
    ' '.repeat(titleKeyStart - 1) +
    buildSortKey(`${folder} ${getStem(relativePath)}`)
      .slice(0, 500)
      .toWellFormed()
  )
}

const partWidth = 16
/** Position of the title in the sort key, starting at 1. */
export const titleKeyStart = 1 + 3 * partWidth + 1

const first = ' '.repeat(partWidth)
const last = '~'.repeat(partWidth)

const formatFixedWidth = (text: string) => {
  const characters = [...text].slice(0, partWidth)
  return characters.join('') + ' '.repeat(partWidth - characters.length)
}

/** Formats the end of a range so that the range sorts after the single number it starts with. */
const formatRangeEnd = (numberTo: number) => `~${formatSortableNumber(numberTo)}`

const formatOrLast = (value: number | null) => (value === null ? last : formatSortableNumber(value))

/** Returns 16 hexadecimal digits that sort numerically, also for negative numbers and fractions. */
function formatSortableNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8))
  // Adding 0 converts -0 to 0.
  view.setFloat64(0, value + 0)
  const bits = view.getBigUint64(0)
  const allBits = 0xffff_ffff_ffff_ffffn
  const signBit = 0x8000_0000_0000_0000n
  return (bits & signBit ? bits ^ allBits : bits | signBit).toString(16).padStart(16, '0')
}

export interface Findable {
  title: string
  titleSort: string | null
  subtitle: string | null
  originalTitle: string | null
  isbns: string | null
  authors: readonly Author[] | null
  writer: string | null
  penciller: string | null
  inker: string | null
  colorist: string | null
  letterer: string | null
  coverArtist: string | null
  editor: string | null
  translator: string | null
}

/** Builds the search tokens: titles, ISBNs and people from flat and structured fields. */
export function buildBookSearchTokens(book: Findable): string {
  const { title, titleSort, subtitle, originalTitle, isbns, authors } = book
  const names = (authors ?? []).flatMap(({ name, sortName }) => [name, sortName])
  // ISBNs can be found with or without hyphens.
  const bareIsbns = isbns?.replaceAll('-', '')
  const { writer, penciller, inker, colorist, letterer, coverArtist, editor, translator } = book
  const flat = [writer, penciller, inker, colorist, letterer, coverArtist, editor, translator]
  return buildIndexTokens(
    title,
    titleSort,
    subtitle,
    originalTitle,
    isbns,
    bareIsbns,
    ...names,
    ...flat,
  )
}
