/**
 * Reads the text of an e-book section, and the position of each piece of text in the document.
 * Pure.
 */
import { Parser } from 'htmlparser2'

/** Text between two tags. */
interface Piece {
  /** Number of characters in the body before the piece. */
  start: number
  /** Steps of a canonical fragment identifier (CFI) to the text node, such as `/4/2/1`. */
  path: string
  /** Number of characters before the piece in the same text node. */
  offset: number
}

export interface SectionText {
  /** All text of the body, unchanged. */
  text: string
  pieces: readonly Piece[]
  /** Start of each wanted element, by its path from the body, such as `div[1]/p[3]`. */
  elements: ReadonlyMap<string, number>
  /** Whether browsers build the same tree as this parser, so that CFIs are correct. */
  isWellFormed: boolean
}

interface OpenElement {
  path: string
  /** Path of the element from the body, or null if the element is outside the body. */
  names: string | null
  childCount: number
  childrenByName: Map<string, number>
  /** Number of characters in the last text node, which the next piece may continue. */
  textLength: number
  isEmpty: boolean
}

/** Limited because the parser searches all open elements for each unmatched end tag. */
const maxDepth = 500

class TooDeep extends Error {}

/** Returns undefined for a document that is nested too deeply. */
export function readSectionText(
  html: string,
  wantedElements: ReadonlySet<string>,
): SectionText | undefined {
  const reader = new SectionReader(wantedElements)
  try {
    reader.read(html)
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
  return reader.result
}

/** The text of these elements is not shown. */
const isHidden = (name: string) => name === 'script' || name === 'style'

class SectionReader {
  readonly #wanted: ReadonlySet<string>
  readonly #pieces: Piece[] = []
  readonly #elements = new Map<string, number>()
  readonly #texts: string[] = []
  readonly #open: OpenElement[] = [createElement('', null)]
  #length = 0
  #isWellFormed = true
  #hidden = 0

  constructor(wanted: ReadonlySet<string>) {
    this.#wanted = wanted
  }

  get result(): SectionText {
    return {
      text: this.#texts.join(''),
      pieces: this.#pieces,
      elements: this.#elements,
      isWellFormed: this.#isWellFormed,
    }
  }

  read(html: string) {
    const parser = new Parser(
      {
        onopentag: (name) => this.#openElement(name),
        onclosetag: (name, isImplied) => this.#closeElement(name, isImplied),
        ontext: (text) => this.#addText(text),
      },
      { recognizeSelfClosing: true, recognizeCDATA: true },
    )
    parser.end(html)
  }

  get #current() {
    return this.#open.at(-1)!
  }

  #openElement(name: string) {
    const parent = this.#current
    parent.isEmpty = false
    const place = (parent.childrenByName.get(name) ?? 0) + 1
    parent.childrenByName.set(name, place)
    parent.childCount++
    parent.textLength = 0
    const isRoot = this.#open.length === 1
    const path = isRoot ? '' : `${parent.path}/${parent.childCount * 2}`
    const element = createElement(path, buildNames(parent, name, place))
    if (this.#open.push(element) > maxDepth) throw new TooDeep()
    if (isHidden(name)) this.#hidden++
    const { names } = element
    if (names !== null && this.#wanted.has(names)) this.#elements.set(names, this.#length)
  }

  /**
   * An implied end tag changes the tree only if the element has content. In HTML, empty elements
   * such as `<br>` have no end tag.
   */
  #closeElement(name: string, isImplied: boolean) {
    if (this.#open.length === 1) return
    const closed = this.#open.pop()!
    if (isImplied && !closed.isEmpty) this.#isWellFormed = false
    if (isHidden(name)) this.#hidden--
  }

  #addText(text: string) {
    const parent = this.#current
    parent.isEmpty = false
    if (parent.names !== null && this.#hidden === 0) {
      const path = `${parent.path}/${parent.childCount * 2 + 1}`
      this.#pieces.push({ start: this.#length, path, offset: parent.textLength })
      this.#texts.push(text)
      this.#length += text.length
    }
    parent.textLength += text.length
  }
}

const createElement = (path: string, names: string | null): OpenElement => ({
  path,
  names,
  childCount: 0,
  childrenByName: new Map(),
  textLength: 0,
  isEmpty: true,
})

function buildNames(parent: OpenElement, name: string, place: number): string | null {
  if (parent.names === null) return name === 'body' ? '' : null
  return `${parent.names}${parent.names && '/'}${name}[${place}]`
}
