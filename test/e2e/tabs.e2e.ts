/** Several tabs of one browser share its session: what one does in it, the others heed. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { admin, type Visit } from './harness'
import { openRoom, press, type Room, untilProgress, untilShown } from './reading-room'

const patience = 90_000
const other = { username: 'max', password: 'battery staple' }
let room: Room

beforeAll(async () => {
  room = await openRoom(['Shared'])
}, 120_000)

afterAll(() => room?.close())

interface Name {
  username: string
  password: string
}

const signInAs = (seen: Visit, { username, password }: Name) =>
  post(seen, 'auth/login', { username, password })

async function post({ context }: Visit, path: string, data: object) {
  const headers = { origin: room.quire.url }
  const answer = await context.request.post(`${room.quire.url}/api/v1/${path}`, { headers, data })
  // Who is there already was made by an earlier attempt.
  expect(answer.ok() || answer.status() === 409).toBe(true)
}

test(
  'what is read in a tab of one person is never told to the server as read by another',
  async () => {
    const seen = await room.signedIn({ mayBreakRules: true })
    const { page, context } = seen
    const book = room.bookOf('Shared')
    await room.open(seen, book, '?page=1')
    await press(page, 'ArrowRight', [2, 3])
    await untilProgress(room, seen, book, 3)

    const role = 'reader'
    await post(seen, 'users', { ...other, email: 'max@example.org', role })
    await signInAs(seen, other)
    const second = await context.newPage()
    await second.goto(room.quire.url)
    await second.getByRole('heading', { level: 1 }).waitFor()
    const dialog = page.getByRole('dialog', { name: 'Session expired' })
    await dialog.waitFor()
    expect(await room.progressOf(seen, book)).toBeNull()

    // The first one again: now the other tab is that of somebody else.
    await signInAs(seen, admin)
    await room.open(seen, book)
    await untilShown(page, [2, 3])
    await second.getByRole('dialog', { name: 'Session expired' }).waitFor()
    await context.close()
  },
  patience,
)
