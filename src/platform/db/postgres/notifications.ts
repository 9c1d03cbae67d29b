/**
 * Notifications between all processes. They share one LISTEN of the driver, because after each
 * failed attempt to reconnect, the driver queues one statement per channel.
 */
import type { Sql } from 'postgres'
import type { Store } from '../store'

const sharedChannel = 'quire'

interface Listener {
  channel: string
  handler: (payload: string) => void
  onResumed: (() => void) | undefined
}

export function createNotifications(client: Sql): Pick<Store, 'notify' | 'listen'> {
  const listeners = new Set<Listener>()
  let listening: Promise<unknown> | undefined

  const deliver = (message: string) => {
    const end = message.indexOf(' ')
    const [channel, payload] = [message.slice(0, end), message.slice(end + 1)]
    for (const one of listeners) if (one.channel === channel) one.handler(payload)
  }
  const start = () => {
    let isFirst = true
    // Called again after each reconnection.
    return client.listen(sharedChannel, deliver, () => {
      if (!isFirst) for (const { onResumed } of listeners) onResumed?.()
      isFirst = false
    })
  }

  return {
    notify: async (channel, payload) =>
      void (await client.notify(sharedChannel, `${channel} ${payload}`)),
    listen: async (channel, handler, onResumed) => {
      const listener = { channel, handler, onResumed }
      listeners.add(listener)
      listening ??= start()
      try {
        await listening
      } catch (error) {
        // The next subscription tries to listen again.
        listening = undefined
        listeners.delete(listener)
        throw error
      }
      return async () => void listeners.delete(listener)
    },
  }
}
