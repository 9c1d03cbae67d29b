import type { Page } from 'playwright-core'
import { until, type Visit } from './harness'

/**
 * Waits until nothing has been asked for in a while. What Playwright calls idle is so once after the start of
 * a page, and for good: of what was done since it says nothing.
 */
export async function untilQuiet({ requests }: Visit) {
  for (let before = -1; before !== requests.length; await Bun.sleep(600)) before = requests.length
}

/** Call it before the book is opened; then wait for pages that are fetched ahead. */
export function pagesFetched(page: Page) {
  const fetched = new Set<number>()
  page.on('requestfinished', (request) => {
    const number = /\/pages\/(\d+)(\?|$)/.exec(request.url())?.[1]
    if (number) fetched.add(Number(number))
  })
  return (numbers: readonly number[]) =>
    until(() => numbers.every((number) => fetched.has(number)), `pages ${String(numbers)} are here`)
}
