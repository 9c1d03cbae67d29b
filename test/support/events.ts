import type { TestServer } from './server'
import { waitUntil } from './wait-until'

/**
 * Returns the events of a series as soon as there are `count`. PostgreSQL delivers them with a
 * delay.
 */
export async function waitForEvents(server: TestServer, seriesId: string, count: number) {
  const find = () =>
    server.events.filter((event) => 'seriesId' in event && event.seriesId === seriesId)
  await waitUntil(() => find().length >= count)
  return find()
}
