/** What a book is sorted and found by. Pure: scans and people's edits compute the same. */
import { getFolder, getBaseName, getStem } from '../../platform/lib/path-names'
import { buildIndexTokens, buildSortKey } from '../../platform/lib/text'
import type { Author } from '../series/schema'

export interface Numbering {
  volume: number | null
  chapter: number | null
  /** As written: `1.5`, `Annual 2`. */
  number: string | null
  title: string
}

/**
 * Natural order within a series, to be compared by code point: by volume, a whole volume before its
 * chapters, then chapters that are in no volume yet, then what has no number at all. The parts before
 * the title have a fixed width, so that SQL can cut the title's key off: see `titleKeyStart`.
 */
export function buildBookSortKey({ volume, chapter, number, title }: Numbering): string {
  const chapterless = volume === null ? last : first
  return [
    volume === null ? last : formatSortableNumber(volume),
    chapter === null ? chapterless : formatSortableNumber(chapter),
    formatFixedWidth(number === null ? '' : buildSortKey(number)),
    // An index row of PostgreSQL holds no more than 2,700 bytes.
    buildSortKey(title).slice(0, 500).toWellFormed(),
  ].join('')
}

/**
 * Natural order of the files, by their folder and name. What stands before the title's key is blank,
 * so a list by title is one by file name in such a library.
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
/** Place in the sort key, from 1, where the key of the title begins. */
export const titleKeyStart = 3 * partWidth + 1

const first = ' '.repeat(partWidth)
const last = '~'.repeat(partWidth)

const formatFixedWidth = (text: string) => {
  const characters = [...text].slice(0, partWidth)
  return characters.join('') + ' '.repeat(partWidth - characters.length)
}

/** Sixteen hexadecimal digits that order as the numbers do, negative ones and fractions too. */
function formatSortableNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8))
  // Adding 0 turns -0 into 0.
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

/** Tokens for the search column: titles, ISBNs, and all people, structured and flat. */
export function buildBookSearchTokens(book: Findable): string {
  const { title, titleSort, subtitle, originalTitle, isbns, authors } = book
  const names = (authors ?? []).flatMap(({ name, sortName }) => [name, sortName])
  // ISBNs are asked for with and without hyphens.
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
