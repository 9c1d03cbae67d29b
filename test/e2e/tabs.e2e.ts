/** Several tabs share a session, and react to sign-in and sign-out in another tab. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { admin, type Visit } from './harness'
import {
  openShelf,
  pressKey,
  type ReadingShelf,
  waitUntilProgress,
  waitUntilShown,
} from './reading-shelf'

const timeoutMs = 90_000
const otherUser = { username: 'max', password: 'battery staple' }
let shelf: ReadingShelf

beforeAll(async () => {
  shelf = await openShelf(['Shared'])
}, 120_000)

afterAll(() => shelf?.close())

interface Name {
  username: string
  password: string
}

const signInAs = (seen: Visit, { username, password }: Name) =>
  post(seen, 'auth/login', { username, password })

async function post({ context }: Visit, path: string, data: object) {
  const headers = { origin: shelf.quire.url }
  const answer = await context.request.post(`${shelf.quire.url}/api/v1/${path}`, { headers, data })
  // If the test is retried, the user already exists.
  expect(answer.ok() || answer.status() === 409).toBe(true)
}

test(
  'a reading position in a tab of one user is never sent as another user',
  async () => {
    const seen = await shelf.signedIn({ mayBreakRules: true })
    const { page, context } = seen
    const book = shelf.bookOf('Shared')
    await shelf.open(seen, book, '?page=1')
    await pressKey(page, 'ArrowRight', [2, 3])
    await waitUntilProgress(shelf, seen, book, 3)

    const role = 'reader'
    await post(seen, 'users', { ...otherUser, email: 'max@example.org', role })
    await signInAs(seen, otherUser)
    const second = await context.newPage()
    await second.goto(shelf.quire.url)
    await second.getByRole('heading', { level: 1 }).waitFor()
    const dialog = page.getByRole('dialog', { name: 'Session expired' })
    await dialog.waitFor()
    expect(await shelf.progressOf(seen, book)).toBeNull()

    // The first user signs in again, but the other tab now belongs to the other user.
    await signInAs(seen, admin)
    await shelf.open(seen, book)
    await waitUntilShown(page, [2, 3])
    await second.getByRole('dialog', { name: 'Session expired' }).waitFor()
    await context.close()
  },
  timeoutMs,
)
