import type { Spread } from '../model'
import type { Way } from '../turn-page'

/**
 * The pages to have ready around a spread, the most wanted first: what is shown, what comes in the way the
 * reader goes (`ahead` pages at least), and half as much of what lies behind. Whatever is being fetched
 * and is not among them can be cancelled.
 */
export function pagesToKeep(
  spreads: readonly Spread[],
  index: number,
  { way = 'forward', ahead = 4 }: { way?: Way; ahead?: number } = {},
) {
  const step = way === 'forward' ? 1 : -1
  const numbers = (count: number, next: number) => {
    const found: number[] = []
    for (let at = index + next; found.length < count && spreads[at]; at += next) {
      found.push(...(spreads[at] ?? []).map((page) => page.number))
    }
    return found
  }
  const shown = (spreads[index] ?? []).map((page) => page.number)
  return [...shown, ...numbers(ahead, step), ...numbers(Math.ceil(ahead / 2), -step)]
}
