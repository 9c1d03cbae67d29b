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

/**
 * Records the animated elements of each view transition that runs to its end. The browser records
 * the new screen `lateMs` after it was drawn, as on a busy machine.
 */
const recordTransitions = (page: Page, lateMs: number) =>
  page.addInitScript((late) => {
    const seen: string[][] = []
    Object.assign(globalThis, { seenTransitions: seen })
    const start = document.startViewTransition.bind(document)
    const follow = async ({ ready }: ViewTransition) => {
      await ready
      const groups = document.getAnimations().flatMap((animation) => {
        const { pseudoElement } = animation.effect as KeyframeEffect
        return pseudoElement?.startsWith('::view-transition-group')
          ? [{ animation, pseudoElement }]
          : []
      })
      await Promise.all(groups.map(({ animation }) => animation.finished))
      return groups.map(({ pseudoElement }) => pseudoElement)
    }
    document.startViewTransition = (given) => {
      const { update, types } = given as StartViewTransitionOptions
      const updateLate = async () => {
        await update?.()
        await new Promise((resolve) => setTimeout(resolve, late))
      }
      const transition = start({ update: updateLate, types: types ?? null })
      void follow(transition)
        .catch((error: unknown) => [`skipped: ${String(error)}`])
        .then((parts) => seen.push(parts))
      return transition
    }
  }, lateMs)
const readTransitions = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { seenTransitions: string[][] }).seenTransitions)

/** A cover that is not loaded yet does not fly. */
async function waitForCover(page: Page) {
  await page.locator('main a[href*="/read/"]').first().waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLImageElement>('main img')].some(
      (it) => it.complete && it.naturalWidth > 0,
    ),
  )
}

/**
 * Points at the link until the code of the reader is loaded. If that took longer than a second
 * after the click, the loading screen would replace the cover, which could not fly then.
 */
async function loadReader(page: Page) {
  await page.locator('main a[href*="/read/"]').first().hover()
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => /\/read-screen-[^/]*\.js$/.test(name)),
  )
}

async function read(page: Page) {
  await page.locator('main a[href*="/read/"]').first().click()
  await page.waitForURL((url) => url.pathname.includes('/read/'))
  await page.locator('main img[alt^="Page "]').first().waitFor()
}

async function openBook(screen: { reducedMotion?: boolean }, lateMs = 0) {
  const seen = await world.signedIn(screen)
  const { page, context } = seen
  await recordTransitions(page, lateMs)
  const [series] = await world.seriesIds(seen)
  const answer = await context.request.get(`${world.quire.url}/api/v1/series/${series}/books`)
  const { data } = (await answer.json()) as { data: [{ id: string }] }
  await page.goto(`${world.quire.url}/book/${data[0].id}`)
  await waitForCover(page)
  await loadReader(page)
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
        'a transition has ended or was skipped',
      )
      return (await readTransitions(page)).flat().includes(flight)
    }
    const goBack = async () => {
      await page.goBack()
      await page.waitForURL((url) => url.pathname.includes('/book/'))
      await waitForCover(page)
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
  'the cover flies even if the book is loaded before the browser has recorded the new screen',
  async () => {
    const { page, context } = await openBook({}, 1_500)
    await waitUntil(
      async () => (await readTransitions(page)).length > 0,
      'the transition has ended or was skipped',
    )
    expect((await readTransitions(page)).flat()).toContain(flight)
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
