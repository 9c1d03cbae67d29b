import { SectionProgress, TOCProgress } from 'foliate-js/progress.js'
import type { Arrivals } from './arrivals'
import type { FoliateBook, Target, TocItem } from './book'
import { type Locator, locatorOf, targetOf } from './locator'
import { type Renderer, rendererFor } from './renderer'

/** Where the reader is, after each turn and each change of layout. */
export interface Place {
  readonly locator: Locator
  /** Share of the book up to the end of what is on the screen, 0 to 1. */
  readonly fraction: number
  readonly chapter: TocItem | null
  /** The printed page, where the book lists them. */
  readonly printedPage: string | null
  readonly minutesLeft: { readonly chapter: number; readonly book: number }
  /** A finger or the wheel came here, without a word from us. */
  readonly isMove: boolean
  readonly isAtStart: boolean
  readonly isAtEnd: boolean
}

export interface Listeners {
  onPlace(place: Place): void
  /** A part of the book is shown: its document takes keys and presses that the page does not see. */
  onDocument(doc: Document): void
  onExternalLink(address: string): void
}

export interface Look {
  readonly layout: Readonly<Record<string, string>>
  readonly styles: readonly [before: string, after: string]
}

export interface Opened {
  readonly book: FoliateBook
  readonly arrivals: Arrivals
  /** The absolute address of the manifest's folder. */
  readonly base: string
  readonly from: Locator | null
}

interface Relocated {
  readonly reason?: string | null
  readonly index: number
  readonly range?: Range
  readonly fraction?: number
  readonly size?: number
}

/** Bytes of text to a place, and positions (of some thousand bytes) that are read in a minute. */
const perPlace = 1
const perMinute = 1.3

/** What the renderer calls the moves that a reader makes by hand. */
const ownMoves = new Set<string | null | undefined>(['page', 'snap', 'scroll'])

/** Turns that may wait while one is under way. */
const mostWaiting = 4

/** A book on the screen. Made by `openBook`; `close` gives everything back. */
export class Navigator {
  readonly book: FoliateBook
  readonly #base: string
  readonly #renderer: Renderer
  readonly #listeners: Listeners
  readonly #sections: SectionProgress
  readonly #chapters = new TOCProgress()
  readonly #printed = new TOCProgress()
  #turned = Promise.resolve()
  #waiting = 0

  constructor({ book, base }: Opened, renderer: Renderer, listeners: Listeners) {
    this.book = book
    this.#base = base
    this.#renderer = renderer
    this.#listeners = listeners
    this.#sections = new SectionProgress(book.sections, perPlace, perMinute)
    renderer.addEventListener('relocate', (event) => this.#moved(detailOf<Relocated>(event)))
    renderer.addEventListener('load', (event) => {
      const { doc, index } = detailOf<{ doc: Document; index: number }>(event)
      this.#shown(doc, index)
    })
  }

  async start(from: Locator | null) {
    await this.#outline(this.#chapters, this.book.toc)
    await this.#outline(this.#printed, this.book.pageList)
    this.#renderer.open(this.book)
    const target = from && targetOf(this.book, from, this.#base)
    await this.#renderer.goTo(target ?? { index: this.#firstLinear() })
  }

  forward() {
    return this.#turn(() => this.#renderer.next())
  }

  back() {
    return this.#turn(() => this.#renderer.prev())
  }

  /** The renderer drops a turn that comes while another is under way: a fast hand's wait for their turn. */
  async #turn(turn: () => Promise<void>) {
    if (this.#waiting >= mostWaiting) return
    this.#waiting += 1
    this.#turned = this.#turned.then(turn).finally(() => (this.#waiting -= 1))
    await this.#turned
  }

  /** By an address of the table of contents or of a link in the book. */
  async goToHref(href: string) {
    const target = this.book.resolveHref(href)
    if (target) await this.#renderer.goTo(target)
  }

  async goToTarget(target: Target) {
    await this.#renderer.goTo(target)
  }

  async goToLocator(locator: Locator) {
    const target = targetOf(this.book, locator, this.#base)
    if (target) await this.#renderer.goTo(target)
  }

  async goToFraction(fraction: number) {
    const [index, anchor] = this.#sections.getSection(fraction)
    await this.#renderer.goTo({ index, anchor })
  }

  /** Attributes of the layout, and rules for the book's documents: before its own and after them. */
  apply({ layout, styles }: Look) {
    for (const [name, value] of Object.entries(layout)) this.#renderer.setAttribute(name, value)
    this.#renderer.setStyles?.(styles)
  }

  /** Calls with each part of the book that is shown, now and later. Returns how to stop. */
  eachDocument(see: (doc: Document) => void): () => void {
    for (const { doc } of this.#renderer.getContents()) see(doc)
    const onLoad = (event: Event) => see(detailOf<{ doc: Document }>(event).doc)
    this.#renderer.addEventListener('load', onLoad)
    return () => this.#renderer.removeEventListener('load', onLoad)
  }

  close() {
    this.#renderer.destroy()
    this.#renderer.remove()
  }

  #outline(progress: TOCProgress, toc: readonly TocItem[]) {
    const { book } = this
    return progress.init({
      toc,
      ids: book.sections.map(({ id }) => id),
      splitHref: (href) => book.splitTOCHref(href),
      getFragment: (doc, fragment) => book.getTOCFragment(doc, fragment),
    })
  }

  #firstLinear() {
    return Math.max(
      0,
      this.book.sections.findIndex(({ linear }) => linear === 'yes'),
    )
  }

  #moved({ reason, index, range, fraction = 0, size = 0 }: Relocated) {
    const progress = this.#sections.getProgress(index, fraction, size)
    const chapter = this.#chapters.getProgress(index, range) ?? null
    const isAtEnd = this.#isLastLinear(index) && fraction + size >= 0.999
    const seen = {
      index,
      range: range ?? null,
      progression: fraction,
      // The last screen of the last part is the end of the book, whatever the sizes say.
      totalProgression: isAtEnd ? 1 : progress.fraction,
      chapter: chapter?.label ?? null,
    }
    this.#listeners.onPlace({
      locator: locatorOf(this.book, seen, this.#base),
      fraction: seen.totalProgression,
      chapter,
      printedPage: this.#printed.getProgress(index, range)?.label ?? null,
      minutesLeft: { chapter: progress.time.section, book: progress.time.total },
      isMove: ownMoves.has(reason),
      isAtStart: index === this.#firstLinear() && fraction <= 0.001,
      isAtEnd,
    })
  }

  #isLastLinear(index: number) {
    return index === this.book.sections.findLastIndex(({ linear }) => linear === 'yes')
  }

  #shown(doc: Document, index: number) {
    doc.documentElement.lang ||= this.book.language ?? ''
    doc.addEventListener('click', (event) => this.#clicked(event, index))
    this.#listeners.onDocument(doc)
  }

  #clicked(event: MouseEvent, index: number) {
    const link = linkOf(event.target)
    const written = link?.getAttribute('href') ?? link?.getAttribute('xlink:href')
    if (!written) return
    event.preventDefault()
    const href = this.book.sections[index]?.resolveHref(written) ?? written
    if (this.book.isExternal(href)) this.#listeners.onExternalLink(href)
    else void this.goToHref(href)
  }
}

/** Shows a book in an element, at the place where it was left. */
export async function openBook(
  opened: Opened,
  element: HTMLElement,
  look: Look,
  listeners: Listeners,
) {
  const renderer = await rendererFor(opened.book)
  const navigator = new Navigator(opened, renderer, listeners)
  element.replaceChildren(renderer)
  navigator.apply(look)
  await navigator.start(opened.from)
  navigator.apply(look)
  return navigator
}

const detailOf = <T>(event: Event) => (event as CustomEvent<T>).detail

/** Elements of the book's documents are of another window: `instanceof` would not know them. */
function linkOf(target: EventTarget | null) {
  const element = target as Partial<Element> | null
  return element?.closest?.('a') ?? null
}
