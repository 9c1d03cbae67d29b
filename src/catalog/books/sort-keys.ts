/** Sort keys and search tokens of books. Pure: shared by scans and edits. */
import { type SQLWrapper, sql } from 'drizzle-orm'
import { getFolder, getBaseName, getStem } from '../../platform/lib/path-names'
import { buildIndexTokens } from '../../platform/lib/text/search-tokens'
import { buildSortKey } from '../../platform/lib/text/sort-key'
import type { Author } from '../series/schema'

export interface Numbering {
  volume: number | null
  chapter: number | null
  /** As entered: `1.5`, `Annual 2`. */
  number: string | null
  title: string
}

/**
 * Builds the sort key for natural order within a series, compared by code point. Order: by volume,
 * with a complete volume before its chapters, then chapters outside volumes, then books without
 * numbers. In some series, `refreshBookOrder` moves volumes among the chapters. The parts before
 * the title have a fixed width, so that SQL can extract the title: see `titleKeyStart`.
 */
export function buildBookSortKey({ volume, chapter, number, title }: Numbering): string {
  const chapterless = volume === null ? last : first
  return [
    volume === null ? last : formatSortableNumber(volume),
    chapter === null ? chapterless : formatSortableNumber(chapter),
    formatFixedWidth(number === null ? '' : buildSortKey(number)),
    // A PostgreSQL index row is limited to 2,700 bytes.
    buildSortKey(title).slice(0, 500).toWellFormed(),
  ].join('')
}

/** Converts the key of a volume without chapters as if its number were a chapter number. */
export const buildKeyAmongChapters = (key: string): string =>
  last + key.slice(0, partWidth) + key.slice(2 * partWidth)

/**
 * Builds conditions and keys for volumes without chapters, which sort either among volumes, as in
 * `buildBookSortKey`, or among chapters, as if the volume were a chapter. Neither condition matches
 * keys in file order.
 */
export function volumeOrder(sortKey: SQLWrapper) {
  const part = (index: number) =>
    sql`substr(${sortKey}, ${sql.raw(String(index * partWidth + 1))}, ${sql.raw(String(partWidth))})`
  const rest = sql`substr(${sortKey}, ${sql.raw(String(2 * partWidth + 1))})`
  return {
    isOfVolume: sql`${part(0)} not in (${first}, ${last})`,
    isOfChapter: sql`${part(0)} = ${last}`,
    ofVolume: sql`${part(1)} || ${first} || ${rest}`,
    ofChapter: sql`${last} || ${part(0)} || ${rest}`,
  }
}

/**
 * Builds the sort key for files ordered by folder and name. The part before the title is blank, so
 * sorting by title sorts by file name in such a library.
 */
export function buildFileOrderKey(relativePath: string): string {
  const folder = getBaseName(getFolder(relativePath))
  return (
    first.repeat(3) +
    buildSortKey(`${folder} ${getStem(relativePath)}`)
      .slice(0, 500)
      .toWellFormed()
  )
}

const partWidth = 16
/** Position of the title in the sort key, starting at 1. */
export const titleKeyStart = 3 * partWidth + 1

const first = ' '.repeat(partWidth)
const last = '~'.repeat(partWidth)

const formatFixedWidth = (text: string) => {
  const characters = [...text].slice(0, partWidth)
  return characters.join('') + ' '.repeat(partWidth - characters.length)
}

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
