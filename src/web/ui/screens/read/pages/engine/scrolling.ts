/** Where a page of a continuous strip lies, in CSS pixels from the strip's top. */
export type Placed = { readonly number: number; readonly top: number; readonly height: number }

/**
 * The page that has been read in a strip: the last whose middle has come above the lower edge of the
 * window. At the very bottom it is the last page, however short.
 */
export function pageRead(placed: readonly Placed[], scrollTop: number, windowHeight: number) {
  const bottom = scrollTop + windowHeight
  const end = placed.at(-1)
  if (!end) return 1
  if (bottom >= end.top + end.height - 2) return end.number
  const first = placed[0]?.number ?? 1
  return placed.findLast(({ top, height }) => top + height / 2 <= bottom)?.number ?? first
}

/** The page that fills the middle of the window: what "page 12 of 180" says. */
export function pageInView(placed: readonly Placed[], scrollTop: number, windowHeight: number) {
  const middle = scrollTop + windowHeight / 2
  return (placed.find(({ top, height }) => top + height > middle) ?? placed.at(-1))?.number ?? 1
}
