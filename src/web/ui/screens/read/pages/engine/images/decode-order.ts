import type { Spread } from '../model'
import type { Way } from '../turn-page'

/** Some 240 MB, once they are decoded: a few pages of any scan. */
const mostPixels = 60_000_000
/** For a page whose size its file does not tell. */
const usualPixels = 4_000_000

/**
 * The spreads to have decoded, the most wanted first: the one that is read, the next one, and the one
 * before. Only of pages that are fetched at all, and no more than a small device can hold.
 */
export function spreadsToDecode(
  spreads: readonly Spread[],
  index: number,
  { way, kept }: { way: Way; kept: readonly number[] },
): Spread[] {
  const step = way === 'forward' ? 1 : -1
  const isKept = (spread: Spread) => spread.every(({ number }) => kept.includes(number))
  let left = mostPixels
  return [index, index + step, index - step].flatMap((at) => {
    const spread = spreads[at]
    if (!spread || !isKept(spread)) return []
    left -= getPixels(spread)
    return at === index || left >= 0 ? [spread] : []
  })
}

const getPixels = (spread: Spread) =>
  spread.reduce(
    (sum, { width, height }) => sum + (width && height ? width * height : usualPixels),
    0,
  )
