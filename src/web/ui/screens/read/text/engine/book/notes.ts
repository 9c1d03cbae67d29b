/** Footnotes and endnotes, which are shown without leaving the text. */
import type { FoliateBook } from './epub'

/** Part of a note: text, or a safe element with its parts. */
export type NotePiece = string | { readonly tag: NoteTag; readonly pieces: readonly NotePiece[] }

const tags = ['b', 'strong', 'i', 'em', 'cite', 'sub', 'sup'] as const
type NoteTag = (typeof tags)[number]

/** The paragraphs of a note. */
export type Note = readonly (readonly NotePiece[])[]

const epubNamespace = 'http://www.idpf.org/2007/ops'
const references = ['noteref', 'biblioref', 'glossref']
const backlinks = ['backlink', 'referrer']

/** Whether a link refers to a note: it is marked as such, or it is short superscript text. */
export function isNoteMark(link: Element): boolean {
  const types = splitWords(link.getAttributeNS(epubNamespace, 'type'))
  const roles = splitWords(link.getAttribute('role'))
  const hasValue = (names: readonly string[]) =>
    names.some((name) => types.includes(name) || roles.includes(`doc-${name}`))
  if (hasValue(backlinks)) return false
  return hasValue(references) || isRaised(link)
}

const splitWords = (value: string | null) => value?.split(/\s+/) ?? []

/** Maximum length of a note mark: `12`, `[3]`, `*`. */
const maxMarkerLength = 6

function isRaised(link: Element) {
  const length = link.textContent?.trim().length ?? 0
  if (length === 0 || length > maxMarkerLength) return false
  return link.closest('sup') !== null || link.querySelector('sup') !== null
}

const noteTypes = ['footnote', 'endnote', 'rearnote', 'note']

/**
 * Hides footnotes in the text of a section if a note mark in the same section shows them in the
 * panel. Otherwise, users would read them twice.
 */
export function markShownNotes(doc: Document) {
  for (const link of doc.querySelectorAll('a[href^="#"]')) {
    const id = decodeURIComponent(link.getAttribute('href')!.slice(1))
    const note = isNoteMark(link) && doc.getElementById(id)
    if (note && isFootnote(note)) note.dataset['quireNote'] = ''
  }
}

function isFootnote(element: Element) {
  const letters = element.textContent?.trim().length ?? 0
  if (letters === 0 || letters > maxLetters) return false
  const types = splitWords(element.getAttributeNS(epubNamespace, 'type'))
  const role = element.getAttribute('role')
  return noteTypes.some((name) => types.includes(name) || role === `doc-${name}`)
}

/** Maximum length of a note shown in the panel. Longer notes are opened in the book. */
const maxLetters = 4000

/** Returns null if the target does not exist, is empty, or is longer than `maxLetters`. */
export async function readNote(book: FoliateBook, href: string): Promise<Note | null> {
  const [id, fragment] = book.splitTOCHref(href) ?? []
  const section = book.sections.find((each) => each.id === id)
  if (!section || !fragment) return null
  const place = book.getTOCFragment(await section.createDocument(), fragment)
  const element = place && findNoteBlock(place)
  if (!element) return null
  const letters = element.textContent?.trim().length ?? 0
  return letters === 0 || letters > maxLetters ? null : getParagraphs(element)
}

const inline = 'a, b, big, em, i, small, span, strong, sub, sup, cite'

/**
 * Returns the block around the target, because links often lead to the number in front of the note.
 */
function findNoteBlock(place: Element): Element | null {
  const block = place.closest(`:not(${inline})`)
  return block === null || block.localName === 'body' ? null : (block.closest('li') ?? block)
}

const blocks = 'p, li, div, dd, dt, blockquote'

function getParagraphs(element: Element): Note {
  const parts = [...element.querySelectorAll(blocks)].filter(
    (part) => part.querySelector(blocks) === null,
  )
  return (parts.length > 0 ? parts : [element])
    .map((part) => getPieces(part))
    .filter((pieces) => pieces.length > 0)
}

function getPieces(element: Element): NotePiece[] {
  return [...element.childNodes].flatMap((node): NotePiece[] => {
    if (node.nodeType === Node.TEXT_NODE) return [node.nodeValue?.replaceAll(/\s+/g, ' ') ?? '']
    if (node.nodeType !== Node.ELEMENT_NODE || isBacklink(node as Element)) return []
    const child = node as Element
    const tag = tags.find((name) => name === child.localName)
    if (['script', 'style'].includes(child.localName)) return []
    return tag ? [{ tag, pieces: getPieces(child) }] : getPieces(child)
  })
}

/** Whether a link leads back to the text. Such links are omitted. */
const isBacklink = (element: Element) =>
  element.localName === 'a' && /^[\s\p{S}\p{P}]*$/u.test(element.textContent ?? '')
