/** Opening a book animates its cover into the reader. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { writeVolumes } from './generate-library'
import { waitUntil } from './harness'
import { startWorld } from './world'

const timeoutMs = 90_000
/** A busy browser may skip the transition, so the test reopens the book for this long. */
const retryMs = 50_000
const flight = '::view-transition-group(opened-cover)'
const world = startWorld({ write: (folder) => writeVolumes(folder, 'Harbor', 1), series: 1 })

/** Records the animated elements of each view transition. */
const recordTransitions = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[][] = []
    Object.assign(globalThis, { seenTransitions: seen })
    const start = document.startViewTransition.bind(document)
    const record = async ({ ready }: ViewTransition) => {
      try {
        await ready
      } catch (error) {
        seen.push([`skipped: ${String(error)}`])
        return
      }
      const parts = document.getAnimations().flatMap(({ effect }) => {
        const { pseudoElement } = effect as KeyframeEffect
        return pseudoElement?.startsWith('::view-transition-group') ? [pseudoElement] : []
      })
      seen.push(parts)
    }
    document.startViewTransition = (...given) => {
      const transition = start(...given)
      void record(transition)
      return transition
    }
  })
const readTransitions = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seenTransitions: string[][] }).seenTransitions)

const waitForLink = (page: Page) => page.locator('main a[href*="/read/"]').first().waitFor()

async function read(page: Page) {
  await page.locator('main a[href*="/read/"]').first().click()
  await page.waitForURL((url) => url.pathname.includes('/read/'))
  await page.locator('main img[alt^="Page "]').first().waitFor()
}

async function openBook(screen: { reducedMotion?: boolean }) {
  const seen = await world.signedIn(screen)
  const { page, context } = seen
  await recordTransitions(page)
  const [series] = await world.seriesIds(seen)
  const answer = await context.request.get(`${world.quire.url}/api/v1/series/${series}/books`)
  const { data } = (await answer.json()) as { data: [{ id: string }] }
  await page.goto(`${world.quire.url}/book/${data[0].id}`)
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('main img')].some(
      (it) => it.complete && it.naturalWidth > 0,
    ),
  )
  await read(page)
  return seen
}

test(
  'the cover of the book flies, and only then',
  async () => {
    const { page, context } = await openBook({})
    let opened = 1
    const hasFlown = async () => {
      await waitUntil(
        async () => (await readTransitions(page)).length >= opened,
        'a transition has begun or was skipped',
      )
      return (await readTransitions(page)).flat().includes(flight)
    }
    const goBack = async () => {
      await page.goBack()
      await page.waitForURL((url) => url.pathname.includes('/book/'))
      await waitForLink(page)
    }
    const end = performance.now() + retryMs
    while (!(await hasFlown()) && performance.now() < end) {
      await goBack()
      await read(page)
      opened++
    }
    expect((await readTransitions(page)).flat()).toContain(flight)
    await goBack()
    expect(await readTransitions(page)).toHaveLength(opened)
    await context.close()
  },
  timeoutMs,
)

test(
  'nothing flies with reduced motion',
  async () => {
    const { page, context } = await openBook({ reducedMotion: true })
    expect(await readTransitions(page)).toEqual([])
    await context.close()
  },
  timeoutMs,
)
