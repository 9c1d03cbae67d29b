import { expect, test } from 'bun:test'
import { type WorkerExit, WorkerProcess } from '../../../../src/platform/jobs/worker/worker-process'

const talkativeWorker = Bun.fileURLToPath(new URL('./talkative-worker.ts', import.meta.url))

/** Closes its channel some time before it ends, as a worker does. */
const disconnectingChild = `
process.send({ type: 'ready', owner: 'worker' })
process.disconnect()
setTimeout(() => process.exit(0), 300)`

test('a message to a worker that has closed its channel is dropped', async () => {
  const exited = Promise.withResolvers<WorkerExit>()
  const worker = new WorkerProcess({
    command: [process.execPath, '-e', disconnectingChild],
    onMessage: () => undefined,
    onExit: (exit) => {
      clearInterval(timer)
      exited.resolve(exit)
    },
  })
  const errors: unknown[] = []
  const sendMessage = () => {
    try {
      worker.send({ type: 'notification', channel: 'quire_jobs', payload: '' })
    } catch (error) {
      errors.push(error)
    }
  }
  const timer = setInterval(sendMessage, 5)
  expect((await exited.promise).isExpected).toBe(true)
  sendMessage()
  expect(errors).toEqual([])
})

test('a worker that is told to stop while it starts ends as expected', async () => {
  const exited = Promise.withResolvers<WorkerExit>()
  const worker = new WorkerProcess({
    command: [process.execPath, '-e', 'setInterval(() => undefined, 1000)'],
    onMessage: () => undefined,
    onExit: exited.resolve,
  })
  await worker.stop(60_000)
  expect((await exited.promise).isExpected).toBe(true)
})

test('everything that a worker has sent arrives, also while the server is slow', async () => {
  const exited = Promise.withResolvers<WorkerExit>()
  let lines = 0
  const worker = new WorkerProcess({
    command: [process.execPath, talkativeWorker],
    onMessage: ({ type }) => {
      if (type === 'log') lines++
      // The channel is full long before this thread continues to read.
      if (type === 'ready') setTimeout(() => Bun.sleepSync(1000), 1)
    },
    onExit: exited.resolve,
  })
  await exited.promise
  await worker.stop(0)
  expect(lines).toBe(20_000)
})
