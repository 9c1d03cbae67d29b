/** Reading order of the lines of a page. Pure. */
import type { TextLine } from '../../page-text/placed-text'

/** Comparing all pairs of more lines would take too long. */
const maxCompared = 400
/**
 * Maximum share of lines with other lines beside them. On pages of columns or tables, the share is
 * higher.
 */
const maxBeside = 0.3

/**
 * Programs draw boxes and code after the paragraphs around them. The lines of a page with a single
 * column are sorted from top to bottom. Other pages keep the order in which they were drawn,
 * because columns are drawn one by one.
 */
export function orderLines(lines: TextLine[]): TextLine[] {
  if (lines.length > maxCompared || !lines.every(isPlain)) return lines
  const beside = lines.filter((line) => lines.some((other) => isBeside(line, other)))
  return beside.length > lines.length * maxBeside ? lines : listRows(lines).flat()
}

const isPlain = ({ turn, flow }: TextLine) => turn === 0 && flow === 'ltr'

function isBeside(line: TextLine, other: TextLine): boolean {
  if (line === other) return false
  const top = Math.max(line.y, other.y)
  const bottom = Math.min(line.y + line.height, other.y + other.height)
  return bottom - top > Math.min(line.height, other.height) / 2
}

/** Lists the lines from top to bottom, and within each row from left to right. */
function listRows(lines: readonly TextLine[]): TextLine[][] {
  const rows: TextLine[][] = []
  for (const line of lines.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    if (row?.[0] && isBeside(row[0], line)) row.push(line)
    else rows.push([line])
  }
  return rows.map((row) => row.toSorted((a, b) => a.x - b.x))
}
