import type { TestServer } from './server'
import { until } from './until'

/** Returns the events of a series once there are `count`; PostgreSQL delivers them with a delay. */
export async function waitForEvents(server: TestServer, seriesId: string, count: number) {
  const own = () =>
    server.events
      .map(({ happening }) => happening)
      .filter((happening) => 'seriesId' in happening && happening.seriesId === seriesId)
  await until(() => own().length >= count)
  return own()
}
