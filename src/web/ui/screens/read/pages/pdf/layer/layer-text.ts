/** Builds the elements of a page's text, and finds characters in them. */
import type { Schemas } from '../../../../../api/client'

type Line = Schemas['PageTextLine']

/** A text node of the layer. */
interface Piece {
  readonly node: Text
  /** Offset in the text of the page. */
  readonly start: number
}

export interface LayerText {
  readonly elements: readonly HTMLElement[]
  /** The lines, joined by spaces. */
  readonly text: string
  readonly pieces: readonly Piece[]
}

/** Texts that were built ahead and not shown yet, by their lines. */
const builtAhead = new Map<readonly Line[], LayerText>()
const maxBuiltAhead = 4

/** Builds a text before its page is shown. `shape` is the width of the page divided by its height. */
export function buildLayerTextAhead(lines: readonly Line[], shape: number) {
  if (builtAhead.has(lines)) return
  builtAhead.set(lines, createLayerText(lines, shape))
  const [oldest] = builtAhead.keys()
  if (oldest && builtAhead.size > maxBuiltAhead) builtAhead.delete(oldest)
}

/** Returns a text with elements of its own. `shape` is as above. */
export function buildLayerText(lines: readonly Line[], shape: number): LayerText {
  const built = builtAhead.get(lines)
  builtAhead.delete(lines)
  return built ?? createLayerText(lines, shape)
}

function createLayerText(lines: readonly Line[], shape: number): LayerText {
  const pieces: Piece[] = []
  let start = 0
  const elements = lines.map((line) => {
    const element = document.createElement('div')
    placeLine(element, line)
    for (const word of buildWords(line, shape)) {
      element.append(word.element)
      pieces.push({ node: word.node, start: start + word.start })
    }
    start += line.text.length + 1
    return element
  })
  return { elements, text: lines.map(({ text }) => text).join(' '), pieces }
}

const percent = (fraction: number) => `${fraction * 100}%`
/**
 * Relative to the size of the layer, so that nothing has to be measured when the layer is resized.
 */
const across = (fraction: number) => `${fraction * 100}cqw`
const down = (fraction: number) => `${fraction * 100}cqh`

/** Glyphs are a little smaller than their line. */
const fontShare = 0.8

const startsRight = new Set([90, 180])
const startsBelow = new Set([180, 270])

/** A rotated line turns around the corner where its text starts. */
function placeLine(element: HTMLElement, { x, y, width, height, turn, flow }: Line) {
  const isSideways = turn === 90 || turn === 270
  const length = isSideways ? down(height) : across(width)
  const thickness = isSideways ? across(width) : down(height)
  const isVertical = flow === 'vertical'
  Object.assign(element.style, {
    left: percent(x + (startsRight.has(turn) ? width : 0)),
    top: percent(y + (startsBelow.has(turn) ? height : 0)),
    width: length,
    height: thickness,
    lineHeight: isVertical ? across(width) : thickness,
    fontSize: `calc(${isVertical ? across(width) : thickness} * ${fontShare})`,
    ...(turn !== 0 && { transform: `rotate(${turn}deg)` }),
    ...(isVertical && { writingMode: 'vertical-rl' }),
    ...(flow === 'rtl' && { direction: 'rtl' }),
  })
}

/** Each word is stretched to the next, so that the selection has no gaps. */
function buildWords(line: Line, shape: number) {
  const words = line.text.split(' ')
  let start = 0
  return words.map((word, index) => {
    const isLast = index === words.length - 1
    // The trailing space also separates lines when text is copied.
    const node = document.createTextNode(`${word} `)
    const share = (isLast ? 1 : (line.starts[index + 1] ?? 1)) - (line.starts[index] ?? 0)
    const element = document.createElement('span')
    element.append(node)
    stretch(element, { line, share, shape, text: isLast ? word : node.data })
    const piece = { element, node, start }
    start += node.data.length
    return piece
  })
}

interface Stretched {
  line: Line
  /** Fraction of the line's length. */
  share: number
  shape: number
  text: string
}

function stretch(element: HTMLElement, { line, share, shape, text }: Stretched) {
  const { width, height, turn, flow } = line
  const isStacked = turn === 90 || turn === 270 || flow === 'vertical'
  // In units of the page height.
  const [length, thickness] = isStacked ? [height, width * shape] : [width * shape, height]
  const natural = flow === 'vertical' ? [...text].length : measure(text)
  const factor = (length * share) / (natural * thickness * fontShare)
  if (!Number.isFinite(factor) || factor <= 0) return
  // The transform stretches the word, and the size and margin preserve its share of the line.
  element.style.inlineSize = percent(share / factor)
  element.style.marginInlineEnd = percent(share - share / factor)
  element.style.transform = flow === 'vertical' ? `scaleY(${factor})` : `scaleX(${factor})`
}

const measuredSize = 100
let canvas: CanvasRenderingContext2D | null | undefined

/** Measures the width of a text in units of its font size. */
function measure(text: string): number {
  canvas ??= document.createElement('canvas').getContext('2d')
  if (!canvas) return text.length / 2
  canvas.font = `${measuredSize}px sans-serif`
  return canvas.measureText(text).width / measuredSize
}

/** Returns the DOM range of the characters from `start` to `end`, or null if there are none. */
export function findRange({ pieces }: LayerText, start: number, end: number): Range | null {
  const [first, last] = [findPiece(pieces, start), findPiece(pieces, end - 1)]
  if (!first || !last || end <= start) return null
  const range = document.createRange()
  range.setStart(first.node, Math.min(start - first.start, first.node.length))
  range.setEnd(last.node, Math.min(end - last.start, last.node.length))
  return range
}

const findPiece = (pieces: readonly Piece[], offset: number) =>
  pieces.findLast(({ start }) => start <= offset)

/** Returns the selected characters of this page, or null. */
export function findSelected(
  { pieces, text }: LayerText,
  selection: Selection | null,
): { start: number; end: number } | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const selected = pieces.filter(({ node }) => range.intersectsNode(node))
  const [first, last] = [selected[0], selected.at(-1)]
  if (!first || !last) return null
  const { startContainer, startOffset, endContainer, endOffset } = range
  const start = first.start + (startContainer === first.node ? startOffset : 0)
  const end = last.start + (endContainer === last.node ? endOffset : last.node.length)
  const passage = text.slice(start, end)
  const trimmed = passage.trim()
  if (trimmed === '') return null
  const from = start + passage.indexOf(trimmed)
  return { start: from, end: from + trimmed.length }
}
