/** Joins the glyphs of a page into lines of words, with positions in points. Pure. */
import {
  type Box,
  clamp,
  type Flow,
  placeOnPage,
  round,
  type TextLine,
} from '../../page-text/placed-text'

/**
 * Maximum number of lines of a page, far more than a readable page has. Further text is omitted.
 */
const maxLines = 5000
const maxLineLength = 1000
/** Maximum gap between two glyphs of a line, as a multiple of their height. */
const maxGap = 3

interface OpenLine {
  text: string
  box: Box
  /** The previous glyph. */
  last: Box
  turn: number
  flow: Flow | undefined
  /** Start of each word, in the coordinate along the line. */
  starts: number[]
}

interface PageSize {
  width: number
  height: number
}

export class LineBuilder {
  readonly lines: TextLine[] = []
  readonly #size: PageSize
  #open: OpenLine | undefined
  #hasGap = false

  constructor(size: PageSize) {
    this.#size = size
  }

  get isFull() {
    return this.lines.length >= maxLines
  }

  /** `readTurn` is called only for the first glyph of a line. */
  addGlyph(glyph: string, box: Box, readTurn: () => number) {
    if (this.#open && !continues(this.#open, box)) this.endLine()
    const line = this.#open
    if (!line) {
      const turn = readTurn()
      this.#open = { text: glyph, box: { ...box }, last: box, turn, flow: undefined, starts: [] }
      this.#open.starts.push(getStart(this.#open, box))
    } else if (this.#hasGap) {
      line.text += ` ${glyph}`
      line.starts.push(getStart(line, box))
    } else line.text += glyph
    if (line) extend(line, box)
    this.#hasGap = false
  }

  addSpace() {
    this.#hasGap = this.#open !== undefined
  }

  endLine() {
    const line = this.#open
    this.#open = undefined
    this.#hasGap = false
    const made = line && !this.isFull ? place(line, this.#size) : undefined
    if (made) this.lines.push(made)
  }
}

function extend(line: OpenLine, box: Box) {
  const before = line.flow
  line.flow ??= findFlow(line, box)
  // The start of the first word was computed before the flow was known.
  if (!before && line.flow) line.starts = [getStart(line, line.box), ...line.starts.slice(1)]
  line.box.left = Math.min(line.box.left, box.left)
  line.box.top = Math.min(line.box.top, box.top)
  line.box.right = Math.max(line.box.right, box.right)
  line.box.bottom = Math.max(line.box.bottom, box.bottom)
  line.last = box
}

/** Returns undefined while all glyphs are at the same place, such as the letters of a ligature. */
function findFlow({ last, turn }: OpenLine, box: Box): Flow | undefined {
  if (turn === 0 && isUnder(last, box)) return 'vertical'
  const along = getAlong(turn)
  const moved = along(box) - along(last)
  if (moved === 0) return undefined
  return moved > 0 ? 'ltr' : 'rtl'
}

function continues({ last, turn, flow, text }: OpenLine, box: Box): boolean {
  if (text.length >= maxLineLength) return false
  if (flow === undefined && turn === 0 && isUnder(last, box)) return true
  const isStacked = turn === 90 || turn === 270 || flow === 'vertical'
  const [one, other] = isStacked ? [flip(last), flip(box)] : [last, box]
  const height = Math.min(one.bottom - one.top, other.bottom - other.top)
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const gap = Math.max(other.left - one.right, one.left - other.right)
  return shared >= height * minShared && gap <= maxGap * Math.max(height, 1)
}

/** Minimum overlap of neighbors in a line, as a fraction of their height. */
const minShared = 0.25

const flip = ({ left, top, right, bottom }: Box): Box => ({
  left: top,
  top: left,
  right: bottom,
  bottom: right,
})

/** Returns whether the glyph is directly below the previous one, as in vertical writing. */
function isUnder(last: Box, box: Box) {
  const height = last.bottom - last.top
  const middle = (box.left + box.right) / 2
  const gap = box.top - last.bottom
  return middle > last.left && middle < last.right && gap >= -height / 2 && gap < height / 2
}

/** Returns the function that reads where a glyph starts along a line without right-to-left text. */
function getAlong(turn: number): (box: Box) => number {
  if (turn === 90) return ({ top }) => top
  if (turn === 180) return ({ right }) => -right
  return turn === 270 ? ({ bottom }) => -bottom : ({ left }) => left
}

function getStart({ flow, turn }: OpenLine, box: Box): number {
  if (flow === 'vertical') return box.top
  // Right-to-left text starts at the opposite side of each glyph.
  return flow === 'rtl' ? getAlong((turn + 180) % 360)(box) : getAlong(turn)(box)
}

/** Returns undefined for text outside the page, and for text without a size. */
function place(line: OpenLine, size: PageSize): TextLine | undefined {
  const { text, box, turn, flow = 'ltr', starts } = line
  const where = placeOnPage(box, size)
  if (!where) return undefined
  const from = getStart({ ...line, flow }, box)
  const isStacked = turn === 90 || turn === 270 || flow === 'vertical'
  const length = isStacked ? box.bottom - box.top : box.right - box.left
  return {
    text: text.toWellFormed(),
    ...where,
    turn,
    flow,
    starts: starts.map((start) => round(clamp((start - from) / length))),
  }
}
