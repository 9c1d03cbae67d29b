import type { TestServer } from './server'
import { until } from './until'

/** Returns the events of a series once there are `count`; PostgreSQL delivers them with a delay. */
export async function waitForEvents(server: TestServer, seriesId: string, count: number) {
  const find = () =>
    server.events.filter((event) => 'seriesId' in event && event.seriesId === seriesId)
  await until(() => find().length >= count)
  return find()
}
