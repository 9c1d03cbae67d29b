/** Reads what KOReader stores beside a book: `metadata.epub.lua` in an `.sdr` folder. Pure. */
import { asInstant, asReal } from '../../values/foreign-values'
import { toForeignPath } from '../../foreign-paths'
import { type KoreaderAnnotations, readAnnotations } from './koreader-annotations'
import { parsePageField, getTable, getText, toValue } from './koreader-values'
import { BadLua, type LuaTable, parseLuaTable } from './lua-table'

export interface KoreaderBook extends KoreaderAnnotations {
  /** KOReader's hash of samples of the file. */
  partialMd5: string | null
  path: string | null
  title: string
  /**
   * Page count of a book with fixed pages; null for reflowable text, whose page count depends on
   * the font.
   */
  pageCount: number | null
  page: number | null
  fraction: number | null
  isComplete: boolean
  /** The day of the last status change. */
  changedAt: Date | null
  /** 1 to 5; null without a rating. */
  stars: number | null
  note: string | null
}

/** Returns undefined for text that is not a sidecar file. `name`: the path of the file. */
export function parseSidecar(text: string, name: string): KoreaderBook | undefined {
  try {
    return readSidecar(parseLuaTable(text), name)
  } catch (error) {
    if (!(error instanceof BadLua)) throw error
    return undefined
  }
}

function readSidecar(table: LuaTable, name: string): KoreaderBook {
  const summary = getTable(table, 'summary')
  const properties = getTable(table, 'doc_props') ?? getTable(table, 'stats')
  return {
    partialMd5: readHash(table),
    path: readPath(table, name),
    title: getText(properties, 'title')?.slice(0, maxTitle) ?? '',
    ...readPlace(table),
    isComplete: getText(summary, 'status') === 'complete',
    changedAt: asInstant(getText(summary, 'modified') ?? undefined),
    stars: readStars(summary),
    note: getText(summary, 'note')?.trim() || null,
    ...readAnnotations(getTable(table, 'annotations') ?? getTable(table, 'bookmarks')),
  }
}

const maxTitle = 500
/** Only the end of a longer path is kept, because it contains the file name. */
const maxPath = 2000

function readHash(table: LuaTable): string | null {
  const hash = getText(table, 'partial_md5_checksum') ?? getText(getTable(table, 'stats'), 'md5')
  return hash !== null && /^[0-9a-f]{32}$/i.test(hash) ? hash.toLowerCase() : null
}

function readPath(table: LuaTable, name: string): string | null {
  const path = getText(table, 'doc_path') ?? guessPath(name)
  return path === null ? null : toForeignPath(path.slice(-maxPath))
}

/** Ignores page numbers in reflowable text, because they depend on the font. */
function readPlace(table: LuaTable) {
  const isText = getText(table, 'last_xpointer') !== null
  const page = isText ? null : parsePageField(table, 'last_page')
  const pageCount = isText ? null : parsePageField(table, 'doc_pages')
  const known = asReal(toValue(table.get('percent_finished')))
  if (known !== null && known >= 0 && known <= 1) return { page, pageCount, fraction: known }
  const isKnown = page !== null && pageCount !== null
  return { page, pageCount, fraction: isKnown ? Math.min(page / pageCount, 1) : null }
}

function readStars(summary: LuaTable | null): number | null {
  const stars = asReal(toValue(summary?.get('rating')))
  return stars !== null && stars >= 1 && stars <= 5 ? stars : null
}

/** Guesses the path of a book from its folder, such as `The Lantern.sdr/metadata.epub.lua`. */
function guessPath(name: string): string | null {
  const [, book, suffix] = /^(.+)\.sdr\/metadata\.(\w{1,10})\.lua$/.exec(name) ?? []
  return book === undefined ? null : `${book}.${suffix}`
}
