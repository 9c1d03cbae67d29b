/** The place in an e-book: through accidents, and between devices. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { admin, until, type Visit } from './harness'
import { calmBook, openTextRoom, type TextRoom, turnPage, untilVisible, visible } from './text-room'

const patience = 90_000
let room: TextRoom

beforeAll(async () => {
  room = await openTextRoom(['Ended', 'Restarted', 'Offline', 'Together'].map(calmBook))
}, 120_000)

afterAll(() => room?.close())

async function storedShare({ context }: Visit, name: string) {
  const address = `${room.quire.url}/api/v1/books/${room.idOf(name)}/progression`
  const answer = await context.request.get(address)
  if (answer.status() === 204) return null
  const { locator } = (await answer.json()) as {
    locator: { locations: { totalProgression: number } }
  }
  return locator.locations.totalProgression
}

const untilStored = (seen: Visit, name: string, before: number | null) =>
  until(async () => (await storedShare(seen, name)) !== before, 'the place is kept')

const notKept = ({ page }: Visit) => page.getByText('Progress not saved yet', { exact: true })

test(
  'is kept when the session ends in the middle: after signing in one reads on there',
  async () => {
    const seen = await room.signedIn({ mayBreakRules: true })
    const { page, context } = seen
    await room.open(seen, 'Ended')
    await untilVisible(page, 'Chapter 1, paragraph 1')
    await turnPage(page)
    await untilStored(seen, 'Ended', null)
    await context.clearCookies({ name: /session/ })
    await turnPage(page)
    const [first = ''] = await visible(page)
    await page.getByLabel('Password').fill(admin.password)
    await page.keyboard.press('Enter')
    await page.getByText('Session expired').waitFor({ state: 'detached' })
    await page.reload()
    await untilVisible(page, first)
    await context.close()
  },
  patience,
)

test(
  'outlasts a restart of the server',
  async () => {
    const seen = await room.signedIn({ mayBreakRules: true })
    const { page } = seen
    await room.open(seen, 'Restarted')
    await untilVisible(page, 'Chapter 1, paragraph 1')
    await room.quire.whileStopped(async () => {
      await turnPage(page)
      await notKept(seen).waitFor()
    })
    await untilStored(seen, 'Restarted', null)
    await notKept(seen).waitFor({ state: 'detached' })
    await seen.context.close()
  },
  patience,
)

test(
  'the next chapter is there after all, when the server comes back',
  async () => {
    const seen = await room.signedIn({ mayBreakRules: true })
    const { page } = seen
    await room.open(seen, 'Offline')
    await untilVisible(page, 'Chapter 1, paragraph 1')
    await page.keyboard.press('t')
    const contents = page.getByRole('complementary', { name: 'Contents' })
    await room.quire.whileStopped(async () => {
      await contents.getByRole('button', { name: 'Chapter 3' }).click()
      await page.getByText('This section could not be loaded. Retrying.').waitFor()
    })
    // Quire tries again by itself, too: the button may be gone the next moment.
    const pressed = page.getByRole('button', { name: 'Try again' }).click()
    await Promise.any([pressed, untilVisible(page, 'Chapter 3, paragraph 1')])
    await untilVisible(page, 'Chapter 3, paragraph 1')
    await seen.context.close()
  },
  patience,
)

test(
  'on two devices at once is asked, not jumped to',
  async () => {
    const [one, two] = [await room.signedIn(), await room.signedIn({ width: 390, height: 844 })]
    await room.open(one, 'Together')
    await room.open(two, 'Together')
    await untilVisible(one.page, 'Chapter 1, paragraph 1')
    await untilVisible(two.page, 'Chapter 1, paragraph 1')
    await turnPage(one.page)
    await turnPage(one.page)
    const [first = ''] = await visible(one.page)
    await room.untilKept(one, 'Together')
    // Of the first turn it may have been told, too.
    const line = one.page.getByRole('slider', { name: 'Position in the book' })
    const share = (await line.getAttribute('aria-valuetext')) ?? ''
    await two.page.getByText(`You’re at ${share} of the book on another device.`).waitFor()
    expect(await visible(two.page)).toContain('Chapter 1, paragraph 1')
    await two.page.getByRole('button', { name: /^Jump to/ }).click()
    await untilVisible(two.page, first)
    expect(one.troubles).toEqual([])
    expect(two.troubles).toEqual([])
    await one.context.close()
    await two.context.close()
  },
  patience,
)
