/**
 * Runs disk access in Workers. A Worker that does not respond in time is replaced, so a hanging
 * disk never blocks the shared thread pool.
 */
import { startWorker } from '../../../workers'
import type { DiskAnswer, DiskAnswers, DiskKind, DiskQuestion } from './disk.worker'

/** A network drive that hangs must not block a response forever. */
const timeoutMs = 5_000
const idleMs = 10_000
/** Maximum number of stuck Workers, each of which blocks a thread while its disk sleeps. */
const maxStuck = 8

/** The disk did not respond in time. */
export class DiskTimeout extends Error {}

const stuckWorkers = new Map<string, Worker>()
let idle: { worker: Worker; timer: ReturnType<typeof setTimeout> } | undefined

interface DiskOptions extends Pick<DiskQuestion, 'containing'> {
  waitMs?: number
}

/** Throws a system error with its `code`, or `DiskTimeout`. */
export async function accessDisk<Kind extends DiskKind>(
  kind: Kind,
  path: string,
  { waitMs = timeoutMs, containing }: DiskOptions = {},
): Promise<DiskAnswers[Kind]> {
  // Either this disk is still not responding, or too many Workers are stuck.
  if (stuckWorkers.has(path) || stuckWorkers.size >= maxStuck) throw new DiskTimeout()
  const worker = takeWorker()
  const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => giveUp(undefined), waitMs)
  const answer = await Promise.race([
    awaitAnswer(worker, { kind, path, containing }),
    late,
  ]).finally(() => clearTimeout(timer))
  if (!answer) {
    abandonWorker(worker, path)
    throw new DiskTimeout()
  }
  releaseWorker(worker)
  if ('code' in answer) throw Object.assign(new Error(answer.code), { code: answer.code })
  return answer.found as DiskAnswers[Kind]
}

function awaitAnswer(worker: Worker, question: DiskQuestion): Promise<DiskAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<DiskAnswer>()
  worker.addEventListener('message', ({ data }) => resolve(data as DiskAnswer), { once: true })
  worker.addEventListener(
    'error',
    (event) => {
      event.preventDefault()
      worker.terminate()
      reject(new Error(`folder Worker crashed: ${event.message}`))
    },
    { once: true },
  )
  worker.postMessage(question)
  return promise
}

function takeWorker(): Worker {
  if (!idle) return startWorker('disk')
  clearTimeout(idle.timer)
  const { worker } = idle
  idle = undefined
  worker.ref()
  return worker
}

function releaseWorker(worker: Worker) {
  if (idle) return worker.terminate()
  const timer = setTimeout(() => {
    idle = undefined
    worker.terminate()
  }, idleMs)
  timer.unref()
  worker.unref()
  idle = { worker, timer }
}

function abandonWorker(worker: Worker, path: string) {
  stuckWorkers.set(path, worker)
  worker.unref()
  const handleLateAnswer = () => {
    stuckWorkers.delete(path)
    worker.terminate()
  }
  worker.addEventListener('message', handleLateAnswer, { once: true })
}
