import { Semaphore } from '../../lib/semaphore'

const never = new AbortController().signal

/**
 * Returns a function that runs the tasks of each user one after another, and the tasks of at most
 * `usersAtOnce` users in parallel.
 */
export function createUserTurns(usersAtOnce: number) {
  const slots = new Semaphore(usersAtOnce, Infinity)
  const lastTasks = new Map<string, Promise<unknown>>()

  return async <T>(userId: string, task: () => Promise<T>): Promise<T> => {
    const previous = lastTasks.get(userId)
    const current = (async () => {
      await previous
      return slots.run(never, task)
    })()
    const settled = current.catch(() => undefined)
    lastTasks.set(userId, settled)
    try {
      return await current
    } finally {
      if (lastTasks.get(userId) === settled) lastTasks.delete(userId)
    }
  }
}
