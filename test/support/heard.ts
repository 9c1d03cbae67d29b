import type { House } from './house'

/** What was announced of a series, once there are `count` of it: PostgreSQL takes a moment. */
export async function heardOf(house: House, seriesId: string, count: number) {
  const own = () =>
    house.heard
      .map(({ happening }) => happening)
      .filter((happening) => 'seriesId' in happening && happening.seriesId === seriesId)
  for (let waited = 0; own().length < count && waited < 2000; waited += 10) await Bun.sleep(10)
  return own()
}
