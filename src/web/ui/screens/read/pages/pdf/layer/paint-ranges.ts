/** Paints ranges of the document with CSS highlights, where the browser has them. */

/** Returns a function that removes the ranges. */
export function paintRanges(name: string, ranges: readonly Range[]): () => void {
  if (!('highlights' in CSS)) return () => undefined
  const painted = CSS.highlights.get(name) ?? new Highlight()
  for (const range of ranges) painted.add(range)
  CSS.highlights.set(name, painted)
  return () => {
    for (const range of ranges) painted.delete(range)
  }
}
