/** Reads bookmarks, highlights and notes of KOReader. Pure. */
import type { HighlightColor } from '../../../../../reading/highlights/model'
import type { ForeignTextPlace } from '../../../neutral-form'
import { asInstant } from '../../values/foreign-values'
import { getPageNumber, getText } from './koreader-values'
import type { LuaTable, LuaValue } from './lua-table'

export interface KoreaderBookmark {
  /** null for a place in reflowable text. */
  page: number | null
  place: ForeignTextPlace | null
  note: string | null
  at: Date | null
}

interface KoreaderHighlight extends KoreaderBookmark {
  passage: string
  chapter: string | null
  color: HighlightColor
}

export interface KoreaderAnnotations {
  bookmarks: KoreaderBookmark[]
  highlights: KoreaderHighlight[]
  /**
   * Number of annotations that are skipped because their place cannot be used here, or because
   * there are too many.
   */
  skipped: number
}

const maxEach = 10_000
/** Longer passages are cut, because the server accepts locators of up to 16 KiB. */
const maxPassage = 2500
const maxChapter = 1000
const maxNote = 4000

export function readAnnotations(annotations: LuaTable | null): KoreaderAnnotations {
  const found: KoreaderAnnotations = { bookmarks: [], highlights: [], skipped: 0 }
  for (const annotation of annotations?.values() ?? []) {
    if (annotation instanceof Map && !addAnnotation(annotation, found)) found.skipped++
  }
  return found
}

function addAnnotation(annotation: LuaTable, found: KoreaderAnnotations): boolean {
  const place = findPlace(annotation)
  if (!place) return false
  const at = asInstant(getText(annotation, 'datetime') ?? undefined)
  const isOld = annotation.get('highlighted') === true
  if (!isOld && !annotation.has('drawer')) {
    const note = getText(annotation, 'note') ?? getText(annotation, 'notes')
    return add(found.bookmarks, { ...place, note: cut(note, maxNote), at })
  }
  const { passage, note } = isOld ? readOldTexts(annotation) : readTexts(annotation)
  if (passage === null) return false
  const chapter = cut(getText(annotation, 'chapter'), maxChapter)
  const color = colors[getText(annotation, 'color') ?? ''] ?? 'yellow'
  return add(found.highlights, { ...place, passage, chapter, color, note, at })
}

const readTexts = (annotation: LuaTable) => ({
  passage: cut(getText(annotation, 'text'), maxPassage),
  note: cut(getText(annotation, 'note'), maxNote),
})

/**
 * Reads the texts of an older annotation. Before 2024, the passage was in `notes`, and the note or
 * a label in `text`.
 */
const readOldTexts = (annotation: LuaTable) => ({
  passage: cut(getText(annotation, 'notes'), maxPassage),
  note: cut(withoutLabel(getText(annotation, 'text')), maxNote),
})

const cut = (text: string | null, max: number) => text?.trim().slice(0, max).toWellFormed() || null

function add<Item>(items: Item[], item: Item): boolean {
  return items.length < maxEach && items.push(item) > 0
}

/**
 * Removes the label that older versions created, in any language: `Page 12 lamps @ 2021-04-01
 * 21:03:00`.
 */
const withoutLabel = (text: string | null) =>
  text !== null && /@ \d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(text.trim()) ? null : text

/** Maps KOReader's colors to the nearest available colors. */
const colors: Readonly<Record<string, HighlightColor>> = {
  red: 'pink',
  purple: 'pink',
  green: 'green',
  olive: 'green',
  blue: 'blue',
  cyan: 'blue',
}

function findPlace(annotation: LuaTable) {
  const page = getPageNumber(annotation, 'page')
  if (page !== null) return { page, place: null }
  const place = parseXPointer(annotation.get('pos0')) ?? parseXPointer(annotation.get('page'))
  return place && { page: null, place }
}

const maxXPointer = 2000
/**
 * No book nests elements this deeply. The memory for finding a place grows with the square of its
 * depth.
 */
const maxDepth = 100
/** The section of an EPUB has no number if it is the only one. */
const xPointer = /^\/body\/DocFragment(?:\[(\d{1,6})\])?(?:\/body(\/.*?)?)?(?:\.(\d{1,9}))?$/
const textNode = /^text\(\)(?:\[\d{1,6}\])?$/
const element = /^([A-Za-z][\w:-]{0,50})(?:\[(\d{1,6})\])?$/

/** Returns undefined for a place outside the sections of an EPUB. */
function parseXPointer(text: LuaValue | undefined): ForeignTextPlace | undefined {
  if (typeof text !== 'string' || text.length > maxXPointer) return undefined
  const [whole, section = '1', path = '', offset = '0'] = xPointer.exec(text) ?? []
  const elements = whole === undefined ? undefined : parseElements(path)
  if (elements && elements.length > maxDepth) return undefined
  return elements && { section: Number(section), elements, offset: Number(offset) }
}

function parseElements(path: string): string[] | undefined {
  const elements: string[] = []
  for (const step of path.split('/').filter((one) => one !== '')) {
    if (textNode.test(step)) break
    const [, name, number = '1'] = element.exec(step) ?? []
    if (name === undefined) return undefined
    if (!isOwnElement(name)) elements.push(`${name.toLowerCase()}[${number}]`)
  }
  return elements
}

/** Returns true for a box that KOReader puts around elements and that is not in the document. */
const isOwnElement = (name: string) => /^(?:autoBoxing|\w+Box|pseudoElem)$/.test(name)
