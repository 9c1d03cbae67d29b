import type { Page } from 'playwright-core'
import { waitUntil, type Visit } from './harness'

/** A request that follows another one is sent within this time, even on a slow machine. */
const quietMs = 600

/**
 * Waits until no request has been sent for a while. Playwright's network idle state is reached only
 * once per page load.
 */
export async function waitUntilQuiet({ requests }: Visit) {
  for (let before = -1; before !== requests.length; await Bun.sleep(quietMs))
    before = requests.length
}

/** Returns a function that waits for prefetched pages. Call this before opening the book. */
export function watchPageRequests(page: Page) {
  const fetched = new Set<number>()
  page.on('requestfinished', (request) => {
    const number = /\/pages\/(\d+)(\?|$)/.exec(request.url())?.[1]
    if (number) fetched.add(Number(number))
  })
  return (numbers: readonly number[]) =>
    waitUntil(
      () => numbers.every((number) => fetched.has(number)),
      `pages ${String(numbers)} are here`,
    )
}
