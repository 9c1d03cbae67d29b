import { apiQuery } from '../../api/query'

const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Builds the query for the statistics of a calendar year in the browser's time zone. */
export const yearQuery = (year: number) =>
  apiQuery('/api/v1/reading-stats', {
    params: {
      query: {
        from: new Date(year, 0, 1).toISOString(),
        to: new Date(year + 1, 0, 1).toISOString(),
        granularity: 'day',
        seriesLimit: 10,
        timeZone,
      },
    },
  })

export const paceQuery = () =>
  apiQuery('/api/v1/reading-stats/pace', { params: { query: { timeZone } } })

export const coverageQuery = () => apiQuery('/api/v1/reading-stats/coverage')
