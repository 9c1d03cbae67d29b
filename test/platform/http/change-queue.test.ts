/** The order of changes with `If-Match`, also if clients leave. */
import { expect, test } from 'bun:test'
import { ChangeQueue } from '../../../src/platform/http/requests/change-queue'

function createQueue() {
  const locked: string[] = []
  const queue = new ChangeQueue({
    lock: async (name, signal) => {
      signal?.throwIfAborted()
      locked.push(name)
      return () => void locked.splice(locked.indexOf(name), 1)
    },
  })
  const log: string[] = []
  /** Starts a change that lasts until `end` is called. */
  function change(name: string) {
    const leaving = new AbortController()
    const { promise, resolve: end } = Promise.withResolvers<void>()
    const headers = { 'if-match': '*' }
    const { signal } = leaving
    const request = new Request('http://localhost/api/v1/x', { headers, signal, method: 'PUT' })
    const respond = async () => {
      await queue.start(request)
      log.push(`${name} starts`)
      await promise
      log.push(`${name} ends`)
      return new Response()
    }
    const answer = Promise.resolve(queue.endAfter(request, respond))
    return { answer, end, leave: () => leaving.abort() }
  }
  return { change, log, locked }
}

const turns = () => Bun.sleep(5)

test('M9: a change whose client leaves gives up its place, and no other one overtakes', async () => {
  const { change, log, locked } = createQueue()
  const [first, second, third] = [change('first'), change('second'), change('third')]
  await turns()
  second.leave()
  const refusal = await second.answer.catch((error: unknown) => error)
  expect(refusal).toMatchObject({ reason: 'unavailable' })
  await turns()
  // The first one is still running.
  expect(log).toEqual(['first starts'])
  first.end()
  await turns()
  expect(log).toEqual(['first starts', 'first ends', 'third starts'])
  third.end()
  await Promise.all([first.answer, third.answer])
  expect(locked).toEqual([])
})

test('M9: a change that has begun keeps its lock although its client left', async () => {
  const { change, log, locked } = createQueue()
  const [first, second] = [change('first'), change('second')]
  await turns()
  first.leave()
  await turns()
  expect([log, locked.length]).toEqual([['first starts'], 1])
  first.end()
  second.end()
  await Promise.all([first.answer, second.answer])
  expect(log).toEqual(['first starts', 'first ends', 'second starts', 'second ends'])
})
