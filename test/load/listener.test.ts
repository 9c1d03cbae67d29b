/** What a listener of the load test counts as wrong, and what it tolerates. */
import { afterEach, expect, test } from 'bun:test'
import { waitUntil } from '../support/wait-until'
import { Listener } from './listener'
import { RunRecord } from './run-record'

const reader = { name: 'ann', accessToken: 'token', maySee: (id: string) => id === 'seen' }
const ending: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ending.splice(0)) await end()
})

/** Listens to a server that gives those answers in turn. Returns what was wrong. */
async function listenTo(answers: readonly (() => Response)[]) {
  const record = new RunRecord()
  let asked = 0
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => answers[asked++]?.() ?? new Response(null, { status: 503 }),
  })
  const listener = new Listener(server.url.origin, reader, record, { reconnectMs: 1 })
  ending.push(
    () => listener.end(),
    () => server.stop(true),
  )
  void listener.listen()
  await waitUntil(() => asked > answers.length)
  return { record, listener }
}

const stream = (text: string) => () => new Response(text)
const good = 'id: 1\ndata: {"type":"book_created","bookId":"b","libraryId":"seen"}\n\n'

test.each([
  ['text that is not JSON', 'id: 1\ndata: {"type":\n\n'],
  ['no type', 'id: 1\ndata: {"bookId":"b"}\n\n'],
  ['not an object', 'id: 1\ndata: null\n\n'],
])('a malformed event is a wrong answer: %s', async (_, text) => {
  const { record } = await listenTo([stream(text)])
  expect(record.faults).toEqual([expect.stringContaining('ann: malformed event')])
})

test('so is a refusal', async () => {
  const { record } = await listenTo([() => new Response(null, { status: 403 })])
  expect(record.faults).toEqual(['ann: the event stream answered 403'])
})

test('events after a malformed one are still received', async () => {
  const { record, listener } = await listenTo([stream(`id: 9\ndata: {\n\n${good}`)])
  expect(record.faultCount).toBe(1)
  expect(listener.arrivals.get('b')).toBe(1)
})

test('a server that is away is none', async () => {
  const broken = () =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(new TextEncoder().encode(good))
          controller.error(new Error('killed'))
        },
      }),
    )
  const unavailable = () => new Response(null, { status: 502 })
  const { record } = await listenTo([unavailable, broken])
  expect(record.faults).toEqual([])
})
