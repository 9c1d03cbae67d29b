import type { House } from './house'
import { until } from './until'

/** What was announced of a series, once there are `count` of it: PostgreSQL takes a moment. */
export async function heardOf(house: House, seriesId: string, count: number) {
  const own = () =>
    house.heard
      .map(({ happening }) => happening)
      .filter((happening) => 'seriesId' in happening && happening.seriesId === seriesId)
  await until(() => own().length >= count)
  return own()
}
