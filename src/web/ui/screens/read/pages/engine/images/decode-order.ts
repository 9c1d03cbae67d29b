import type { Spread } from '../model'
import type { Way } from '../turn-page'

/** Maximum number of pixels to decode. They take about 240 MB, enough for a few scanned pages. */
const mostPixels = 60_000_000
/** Assumed number of pixels of a page whose file does not contain its size. */
const usualPixels = 4_000_000

/**
 * Lists the spreads to decode, by priority: the current one, the next one in the direction `way`,
 * and the one in the other direction. Limited to pages in `kept`, and to the memory of a small
 * device.
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
