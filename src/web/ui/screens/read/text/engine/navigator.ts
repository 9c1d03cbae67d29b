import type { SectionLoader } from './book/section-loader'
import type { FoliateBook, Target } from './book/epub'
import type { Way } from '../../pages/engine/turn-page'
import { NavigationQueue } from './navigation-queue'
import { type Locator, getLocatorRange, getTarget } from './locator'
import { buildSelectionLocator, paintHighlights, type Painted } from './highlights'
import { markFound } from './layout/search-highlight'
import { markPicture } from './layout/single-images'
import { fitTables } from './layout/tables'
import { markShownNotes } from './book/notes'
import { createRenderer } from './layout/create-renderer'
import type { Content, Renderer } from './layout/renderer'
import { addTypeface, loadTypeface } from './layout/typefaces'
import { type Place, type Relocated, PositionTracker } from './position-tracker'

export interface Listeners {
  onPlace(place: Place): void
  /** Called when a section is loaded. Events in its document do not reach the page. */
  onDocument(doc: Document): void
  /** Called when an internal link is followed. `href` is an absolute URL. */
  onLink(href: string, link: Element): void
  onExternalLink(address: string): void
  /** Called when text is selected or deselected. */
  onSelection(isSelected: boolean): void
  listHighlights(): readonly Painted[]
}

export interface Appearance {
  readonly layout: Readonly<Record<string, string>>
  readonly styles: readonly [before: string, after: string]
  readonly font: string
}

export interface Opened {
  readonly book: FoliateBook
  readonly sectionLoader: SectionLoader
  /** The absolute URL of the manifest's folder. */
  readonly base: string
  readonly from: Locator | null
}

/** An open book. Create it with `createNavigator`. `close` releases all resources. */
export class Navigator {
  readonly book: FoliateBook
  readonly positionTracker: PositionTracker
  readonly #base: string
  readonly #sectionLoader: SectionLoader
  readonly #renderer: Renderer
  readonly #listeners: Listeners
  readonly #moves = new NavigationQueue()
  /**
   * Documents of sections that have been loaded. Before that, the frame of a section contains an
   * empty document.
   */
  readonly #loaded = new WeakSet<Document>()
  #appearance: Appearance
  #place: Place | undefined
  #isTelling = false

  constructor(
    { book, base, sectionLoader }: Opened,
    renderer: Renderer,
    appearance: Appearance,
    listeners: Listeners,
  ) {
    this.book = book
    this.positionTracker = new PositionTracker(book, base)
    this.#base = base
    this.#sectionLoader = sectionLoader
    this.#renderer = renderer
    this.#appearance = appearance
    this.#listeners = listeners
    renderer.addEventListener('relocate', (event) => {
      if (!this.#listLoaded().length) return
      const reported = getDetail<Relocated>(event)
      const relocated = this.#isTelling ? { ...reported, reason: 'scroll' } : reported
      this.#place = this.positionTracker.getPlace(relocated, renderer)
      listeners.onPlace(this.#place)
    })
    renderer.addEventListener('load', (event) => this.#shown(getDetail<Content>(event)))
  }

  /** Shows the saved position, or else the start. Moves requested in the meantime run afterward. */
  start(from: Locator | null) {
    const saved = from && getTarget(this.book, from, this.#base)
    const target = saved ?? { index: this.positionTracker.at(0)[0] }
    return this.#moves.go(async () => {
      const section = this.book.sections[target.index]
      if (section) void this.#sectionLoader.prefetch(section.id)
      await Promise.all([this.positionTracker.prepare(), loadTypeface(this.#appearance.font)])
      this.#renderer.open(this.book)
      this.#applyStyles()
      await this.#show(target)
    })
  }

  /**
   * Turns the page after queued moves, unless `isPastText` returns true because the turn would
   * leave the text.
   */
  turn(way: Way, isPastText: (here: Place | undefined) => boolean) {
    return this.#moves.turn(async () => {
      await this.#reportNow()
      if (isPastText(this.#place)) return
      const { step } = this.#renderer
      await (way === 'forward' ? this.#renderer.next(step) : this.#renderer.prev(step))
    })
  }

  /** Goes to a URL from the table of contents or from a link in the book. */
  async goToHref(href: string) {
    const target = this.book.resolveHref(href)
    if (target) await this.goToTarget(target)
  }

  /** Goes to a target. Highlights it if it is a search result. */
  goToTarget(target: Target, isFound = false) {
    return this.#moves.go(() => this.#show(target, isFound))
  }

  async goToLocator(locator: Locator) {
    const target = getTarget(this.book, locator, this.#base)
    if (target) await this.goToTarget(target)
  }

  async goToFraction(fraction: number) {
    const [index, anchor] = this.positionTracker.at(fraction)
    await this.goToTarget({ index, anchor })
  }

  /** Returns the current position, including scrolling that has not been reported yet. */
  here() {
    this.#moves.wait(this.#reportNow())
    return this.#place
  }

  /** Whether a position is visible. */
  shows(locator: Locator, { locator: here, range }: Place) {
    if (locator.href !== here.href) return false
    const start = range && getLocatorRange(range.startContainer.ownerDocument, locator)
    if (!start) return locator.locations.progression === here.locations.progression
    return range.comparePoint(start.startContainer, start.startOffset) === 0
  }

  /**
   * Applies the layout attributes, the font, and the style sheets that go before and after the
   * documents' own.
   */
  apply(appearance: Appearance) {
    this.#appearance = appearance
    this.#applyStyles()
    void this.#applyFont(appearance.font)
  }

  /** Paints highlights that were added, and removes those that were deleted. */
  repaint() {
    for (const { doc, index } of this.#renderer.getContents()) this.#paint(doc, index)
  }

  /**
   * Ends the selection and returns the selected text as a locator, or null if no text is selected.
   */
  takeSelection() {
    for (const { doc, index } of this.#renderer.getContents()) {
      const chapter = this.#place?.chapter?.label ?? this.positionTracker.chapterOf(index)
      const totalAt = (progression: number) => this.positionTracker.totalAt(index, progression)
      const selection = doc.getSelection()
      const place = { index, base: this.#base, chapter, totalAt }
      const locator = buildSelectionLocator(this.book, selection, place)
      selection?.removeAllRanges()
      if (locator) return locator
    }
    return null
  }

  close() {
    this.#renderer.destroy()
    this.#renderer.remove()
  }

  #show(target: Target, isFound = false) {
    const anchor = (doc: Document) => {
      const place = typeof target.anchor === 'function' ? target.anchor(doc) : (target.anchor ?? 0)
      if (isFound) markFound(doc, place)
      return typeof place === 'number' ? (this.#renderer.anchorAt?.(place) ?? place) : place
    }
    return this.#renderer.goTo({ ...target, anchor })
  }

  /** Reports scrolling immediately instead of after the delay. */
  #reportNow() {
    this.#isTelling = true
    const reported = (this.#place && this.#renderer.reportNow?.()) ?? Promise.resolve()
    this.#isTelling = false
    return reported
  }

  #applyStyles() {
    const { layout, styles } = this.#appearance
    for (const [name, value] of Object.entries(layout)) this.#renderer.setAttribute(name, value)
    this.#renderer.setStyles?.(styles)
  }

  /** Loads a font and adds it to the visible documents, which changes the layout. */
  async #applyFont(font: string) {
    await loadTypeface(font)
    if (font !== this.#appearance.font) return
    const added = this.#listLoaded().map((doc) => this.#addTypeface(doc))
    if (added.includes(true)) this.#applyStyles()
  }

  #addTypeface(doc: Document) {
    return addTypeface(doc, this.#appearance.font, () => {
      if (this.#listLoaded().includes(doc)) this.#applyStyles()
    })
  }

  #listLoaded(): Document[] {
    const docs = this.#renderer.getContents().map(({ doc }) => doc)
    return docs.filter((doc) => this.#loaded.has(doc))
  }

  #shown({ doc, index }: Content) {
    this.#loaded.add(doc)
    doc.documentElement.lang ||= this.book.language ?? ''
    markPicture(doc)
    fitTables(doc)
    markShownNotes(doc)
    this.#addTypeface(doc)
    doc.addEventListener('click', (event) => this.#clicked(event, index))
    doc.addEventListener('selectionchange', () =>
      this.#listeners.onSelection(doc.getSelection()?.isCollapsed === false),
    )
    this.#paint(doc, index)
    this.#listeners.onDocument(doc)
  }

  #paint(doc: Document, index: number) {
    const id = this.book.sections[index]?.id
    const isHere = ({ locator }: Painted) => new URL(locator.href, this.#base).href === id
    paintHighlights(doc, this.#listeners.listHighlights().filter(isHere))
  }

  #clicked(event: MouseEvent, index: number) {
    const link = getLink(event.target)
    const written = link?.getAttribute('href') ?? link?.getAttribute('xlink:href')
    if (!link || !written) return
    event.preventDefault()
    const href = this.book.sections[index]?.resolveHref(written) ?? written
    if (this.book.isExternal(href)) this.#listeners.onExternalLink(href)
    else this.#listeners.onLink(href, link)
  }
}

/** Inserts a book into an element. `start` then shows its text. */
export async function createNavigator(
  opened: Opened,
  element: HTMLElement,
  appearance: Appearance,
  listeners: Listeners,
) {
  const renderer = await createRenderer(opened.book)
  element.replaceChildren(renderer)
  return new Navigator(opened, renderer, appearance, listeners)
}

const getDetail = <T>(event: Event) => (event as CustomEvent<T>).detail

/** The elements belong to a different window, so `instanceof` does not work. */
function getLink(target: EventTarget | null) {
  const element = target as Partial<Element> | null
  return element?.closest?.('a') ?? null
}
