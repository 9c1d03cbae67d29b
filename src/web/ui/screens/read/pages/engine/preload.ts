import type { Spread } from './model'
import type { Way } from './turning'

const ahead = 4
const behind = 2

/**
 * The pages to have ready around a spread, the most wanted first: what is shown, what comes in the way the
 * reader goes, then what lies behind. Whatever is being fetched and is not among them can be cancelled.
 */
export function pagesToKeep(spreads: readonly Spread[], index: number, way: Way = 'forward') {
  const step = way === 'forward' ? 1 : -1
  const order = [index]
  for (let distance = 1; distance <= ahead; distance++) {
    order.push(index + distance * step)
    if (distance <= behind) order.push(index - distance * step)
  }
  const wanted = order.flatMap((at) => spreads[at] ?? [])
  return wanted.map((page) => page.number)
}
