import type { Spread } from '../model'
import type { Way } from '../turn-page'

/**
 * Lists the pages to keep around a spread, by priority: the visible ones, at least `ahead` pages in
 * the direction `way`, and half as many in the other one. Requests for other pages can be canceled.
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

interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/**
 * Whether the connection is slow or should save data. Returns false in browsers that do not report
 * the connection.
 */
export function isSlowConnection(
  { connection }: { connection?: Connection } = navigator as object,
): boolean {
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '')
}
