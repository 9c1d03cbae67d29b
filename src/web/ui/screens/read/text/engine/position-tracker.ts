import { SectionProgress, TOCProgress } from 'foliate-js/progress.js'
import { positionsPerMinute } from '../../../../labels/book-length'
import type { FoliateBook, TocItem } from './book/epub'
import { type Locator, buildLocator } from './locator'
import type { Renderer } from './layout/renderer'

/** Reader position, updated after each turn and layout change. */
export interface Place {
  readonly locator: Locator
  /** Visible range of the section, or null if the page is an image. */
  readonly range: Range | null
  /**
   * Fraction of the book that precedes the visible text, from 0 to 1. It is 1 if the end of the
   * book is visible.
   */
  readonly fraction: number
  readonly chapter: TocItem | null
  /** Page number in the print edition, if the book contains a list of these numbers. */
  readonly printedPage: string | null
  readonly minutesLeft: { readonly chapter: number; readonly book: number }
  /** Whether the user moved by touch or wheel rather than by a command. */
  readonly isMove: boolean
  /** Whether the position is the same as before and only the layout has changed. */
  readonly isLayout: boolean
  readonly isAtStart: boolean
  readonly isAtEnd: boolean
  /** Whether the start and the end of the section are visible. */
  readonly part: { readonly isAtStart: boolean; readonly isAtEnd: boolean }
}

export interface Relocated {
  readonly reason?: string | null
  readonly index: number
  readonly range?: Range | null
  readonly fraction?: number
}

/** Size units per position: 1, because the sizes of sections are already given in positions. */
const perPlace = 1

/** The renderer's names for moves made by the user. */
const ownMoves = new Set<string | null | undefined>(['page', 'snap', 'scroll'])

/** Tolerance for rounding, as a fraction of a section. */
const tolerance = 0.001

/** Converts positions in sections to positions in the book. */
export class PositionTracker {
  readonly #book: FoliateBook
  readonly #base: string
  readonly #sections: SectionProgress
  readonly #chapters = new TOCProgress()
  readonly #printed = new TOCProgress()
  readonly #first: number
  readonly #last: number
  /** Last position in the linear text, as a fraction of the book. */
  #fraction = 0

  constructor(book: FoliateBook, base: string) {
    this.#book = book
    this.#base = base
    this.#sections = new SectionProgress(book.sections, perPlace, positionsPerMinute)
    this.#first = Math.max(0, book.sections.findIndex(isLinear))
    const last = book.sections.findLastIndex(isLinear)
    this.#last = last < 0 ? book.sections.length - 1 : last
  }

  async prepare() {
    await this.#outline(this.#chapters, this.#book.toc)
    await this.#outline(this.#printed, this.#book.pageList)
  }

  /** Returns the section, and the fraction of it, at a given fraction of the book. */
  at(fraction: number): [index: number, share: number] {
    if (fraction >= 1) return [this.#last, 1]
    if (fraction <= 0) return [this.#first, 0]
    return this.#sections.getSection(fraction)
  }

  /** Finds the chapter of a section that may not be loaded. */
  chapterOf(index: number) {
    return this.#chapters.getProgress(index)?.label ?? null
  }

  /** Converts a fraction of a section to a fraction of the book. */
  totalAt(index: number, progression: number) {
    return share(this.#sections.getProgress(index, progression).fraction)
  }

  findChapter(fraction: number) {
    return this.chapterOf(this.at(fraction)[0])
  }

  getPlace({ reason, index, range = null, fraction }: Relocated, renderer: Renderer): Place {
    const progression = share(fraction)
    const end = progression + share(renderer.shownShare ?? 1)
    const part = { isAtStart: progression <= tolerance, isAtEnd: end >= 1 - tolerance }
    const isAtEnd = part.isAtEnd && this.#showsLast(index, renderer)
    const { time, fraction: before } = this.#sections.getProgress(index, progression)
    // The end of the book is the last screen of the last section in the linear text. Appendices do
    // not count.
    if (isAtEnd) this.#fraction = 1
    else if (this.#isRead(index)) this.#fraction = share(before)
    const chapter = itemAt(this.#chapters, index, range)
    const seen = { index, range, progression, chapter: chapter?.label ?? null }
    const totalProgression = this.#fraction
    return {
      locator: buildLocator(this.#book, { ...seen, totalProgression }, this.#base),
      range,
      fraction: totalProgression,
      chapter,
      printedPage: itemAt(this.#printed, index, range)?.label ?? null,
      minutesLeft: { chapter: time.section, book: time.total },
      isMove: ownMoves.has(reason),
      isLayout: reason === 'anchor',
      isAtStart: index === this.#first && part.isAtStart,
      isAtEnd,
      part,
    }
  }

  /** Whether the last section is visible, for example on the second of two pages side by side. */
  #showsLast(index: number, renderer: Renderer) {
    const shown = renderer.getContents().map((content) => content.index)
    return Math.max(index, ...shown) >= this.#last && this.#isRead(index)
  }

  #isRead(index: number) {
    const section = this.#book.sections[index]
    return section !== undefined && (isLinear(section) || index === this.#last)
  }

  #outline(progress: TOCProgress, toc: readonly TocItem[]) {
    const book = this.#book
    return progress.init({
      toc,
      ids: book.sections.map(({ id }) => id),
      splitHref: (href) => book.splitTOCHref(href),
      getFragment: (doc, fragment) => book.getTOCFragment(doc, fragment),
    })
  }
}

const itemAt = (list: TOCProgress, index: number, range: Range | null) =>
  list.getProgress(index, range ?? undefined) ?? null

const isLinear = ({ linear }: FoliateBook['sections'][number]) => linear === 'yes'

/** Limits a fraction to the range from 0 to 1. Returns 0 for a section without pages. */
const share = (value: number | undefined) =>
  value !== undefined && Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
