/** Metron as its documentation describes it. Searches return less than works. */
import { type ProviderServer, startProviderServer } from './server'

export const metronKey = 'a-token-of-metron'
const refuse = (status: number) => Response.json({ detail: 'refused' }, { status })

export const startMetron = (): ProviderServer =>
  startProviderServer((request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.headers.get('authorization') !== `Token ${metronKey}`) return refuse(401)
    const id = /^\/series\/(\d+)\/$/.exec(pathname)?.[1]
    if (id !== undefined) {
      const found = series.find((one) => String(one.id) === id)
      return found ? Response.json(found) : refuse(404)
    }
    if (pathname !== '/series/' || [...searchParams.keys()].some((name) => name !== 'name')) {
      return refuse(400)
    }
    const text = searchParams.get('name')!.toLowerCase()
    const results = series
      .filter(({ name }) => name.toLowerCase().includes(text))
      .map(({ id: found, name, year_began, volume, issue_count }) => ({
        id: found,
        series: `${name} (${year_began})`,
        year_began,
        volume,
        issue_count,
      }))
    return Response.json({ count: results.length, next: null, previous: null, results })
  })

/** Facts are of real works; the descriptions are not those of Metron. */
const series = [
  {
    id: 1518,
    name: 'Saga',
    volume: 1,
    year_began: 2012,
    status: 'Ongoing',
    publisher: { id: 5, name: 'Image Comics' },
    imprint: null,
    issue_count: 66,
    desc: 'Two soldiers from both sides of a war have a child.',
    genres: [{ id: 3, name: 'Science Fiction' }],
    cv_id: 46_568,
    resource_url: 'https://metron.cloud/series/saga-2012/',
  },
  {
    id: 2,
    name: 'A Finished One',
    volume: 1,
    year_began: 1986,
    status: 'Completed',
    publisher: { id: 2, name: 'DC Comics' },
    imprint: { id: 1, name: 'Vertigo' },
    issue_count: 12,
    desc: '',
    genres: [],
    cv_id: null,
    resource_url: 'https://metron.cloud/series/a-finished-one-1986/',
  },
]
