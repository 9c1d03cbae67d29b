/**
 * Reads the given elements of an XML file one at a time, so that a large file needs little memory.
 * A document type is refused, so that nothing is expanded and no other file is read.
 */
import { Parser } from 'htmlparser2'
import type { XmlElement } from '../../../../media/metadata/xml'
import { Refusal } from '../../../../errors'
import { importMessages } from '../../messages'
import type { ServerKind } from '../../neutral-form'
import { readTextChunks, refuseDamaged } from './text-file'

const maxElements = 2_000_000
const maxDepth = 64
/** The path of each element contains the names of all its ancestors. */
const maxNameLength = 1000
/** Maximum number of elements within one requested element. */
const maxNodes = 500_000
/** Maximum length of the text within one requested element, including its attributes. */
const maxTextLength = 32 * 2 ** 20
/** Maximum length of a tag. */
const maxTagLength = 2 ** 20

interface FoundElement {
  /** Names from the root to the element, such as `ComicDatabase/Books/Book`. */
  path: string
  element: XmlElement
}

/** Throws a refusal if the file is damaged or hostile. */
export function* readXmlElements(
  file: string,
  { kind, paths }: { kind: ServerKind; paths: readonly string[] },
): Generator<FoundElement> {
  const collector = new Collector(kind, new Set(paths))
  let silent = 0
  let count = 0
  for (const chunk of readTextChunks(file)) {
    silent = collector.write(chunk) ? 0 : silent + chunk.length
    if (silent > maxTagLength) refuseDamaged(kind, 'a tag is too long')
    const found = collector.take()
    count += found.length
    if (count > maxElements) {
      throw new Refusal('too_large', importMessages.too_many_entries({ max: maxElements }))
    }
    yield* found
  }
  collector.end()
  yield* collector.take()
}

class Collector {
  readonly #kind: ServerKind
  readonly #paths: ReadonlySet<string>
  readonly #parser: Parser
  /** Paths of the open elements. */
  readonly #open: string[] = []
  /** The element that is being collected and its open descendants, outermost first. */
  #collected: XmlElement[] = []
  #nodes = 0
  #textLength = 0
  #found: FoundElement[] = []
  #hasRoot = false
  #heard = false

  constructor(kind: ServerKind, paths: ReadonlySet<string>) {
    this.#kind = kind
    this.#paths = paths
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#start(name, attributes),
        onclosetag: () => this.#close(),
        ontext: (text) => this.#addText(text),
        onprocessinginstruction: (name) => {
          if (name.startsWith('!')) refuseDamaged(kind, 'it declares a document type')
        },
      },
      { xmlMode: true },
    )
  }

  /** Returns whether the parser found a tag or text in the chunk. */
  write(chunk: string): boolean {
    this.#heard = false
    this.#parser.write(chunk)
    return this.#heard
  }

  /** Refuses a file with open elements, which the parser itself would close. */
  end() {
    if (!this.#hasRoot || this.#open.length > 0) {
      refuseDamaged(this.#kind, 'the file ends too early')
    }
    this.#parser.end()
  }

  take(): FoundElement[] {
    const found = this.#found
    this.#found = []
    return found
  }

  #start(name: string, attributes: Record<string, string>) {
    this.#heard = true
    this.#hasRoot = true
    if (name.length > maxNameLength) refuseDamaged(this.#kind, 'a name is too long')
    const parent = this.#open.at(-1)
    const path = parent === undefined ? name : `${parent}/${name}`
    if (parent === undefined && ![...this.#paths].some((one) => one.startsWith(`${name}/`))) {
      refuseDamaged(this.#kind, 'it begins with another element')
    }
    this.#open.push(path)
    if (this.#open.length > maxDepth) refuseDamaged(this.#kind, 'elements are nested too deeply')
    const owner = this.#collected.at(-1)
    if (owner || this.#paths.has(path)) this.#collect({ name, attributes, children: [] }, owner)
  }

  #collect(element: XmlElement, owner: XmlElement | undefined) {
    owner?.children.push(element)
    this.#collected.push(element)
    this.#nodes = owner ? this.#nodes + 1 : 0
    if (!owner) this.#textLength = 0
    if (this.#nodes > maxNodes) refuseDamaged(this.#kind, 'an element has too many parts')
    for (const pair of Object.entries(element.attributes)) this.#countText(pair.join('').length)
  }

  #close() {
    this.#heard = true
    const path = this.#open.pop()
    const element = this.#collected.pop()
    if (path !== undefined && element && this.#collected.length === 0) {
      this.#found.push({ path, element })
    }
  }

  #addText(text: string) {
    this.#heard = true
    const owner = this.#collected.at(-1)
    if (!owner) return
    this.#countText(text.length)
    owner.children.push(text)
  }

  #countText(length: number) {
    this.#textLength += length
    if (this.#textLength > maxTextLength) refuseDamaged(this.#kind, 'a text is too long')
  }
}
