import type { Finding } from './doctor-finding'

const deadlineMs = 10_000
let expired = 0

/** Returns true if a check has exceeded its deadline. Its system call may still be blocked. */
export const isAnyHanging = () => expired > 0

/**
 * Stops waiting for a disk or network share that does not respond, so that the other checks can
 * run.
 */
export async function withDeadline(
  check: string,
  run: () => Promise<Finding>,
  limitMs = deadlineMs,
): Promise<Finding> {
  const { promise, resolve } = Promise.withResolvers<Finding>()
  const message = `There was no response within ${limitMs / 1000} seconds.`
  const advice =
    'The disk or network share is not responding. Check its connection, then mount it again.'
  const timer = setTimeout(() => {
    expired++
    resolve({ check, state: 'problem', message, advice })
  }, limitMs)
  try {
    return await Promise.race([run(), promise])
  } finally {
    clearTimeout(timer)
  }
}
