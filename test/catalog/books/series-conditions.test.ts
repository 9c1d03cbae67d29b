/** Finds books by values of their series and by their authors. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { buildIndexTokens } from '../../../src/platform/lib/text/search-tokens'
import { refreshSearchText } from '../../../src/catalog/series/search-text'
import { type TestServer, startTestServer } from '../../support/server'
import { seedBook, seedLibrary, seedSeries, type SeededSeries } from '../../support/seed'

let server: TestServer
const timeoutMs = 60_000

beforeAll(async () => {
  server = await startTestServer()
  const library = await seedLibrary(server, { name: 'Comics' })
  const whole = await seedSeries(server, library, {
    title: 'Whole',
    status: 'ended',
    ageRating: 12,
    readingDirection: 'rtl',
    metadata: { authors: [{ name: 'Ada Lovelace', role: 'author' }] },
  })
  const mixed = await seedSeries(server, library, { title: 'Mixed' })
  await addBook(whole, 'One', {})
  await addBook(mixed, 'Two', { writer: 'Grace Hopper', imprint: 'Sea' })
  await addBook(mixed, 'Three', { writer: 'Mary Shelley' })
  await server.ctx.write((tx) => refreshSearchText(tx, [whole.id, mixed.id]))
}, timeoutMs)
afterAll(() => server.close())

type Metadata = NonNullable<NonNullable<Parameters<typeof seedBook>[2]>['metadata']>

const addBook = (series: SeededSeries, title: string, metadata: Metadata) =>
  seedBook(server, series, {
    title,
    metadata: { ...metadata, search: buildIndexTokens(`${title} ${metadata.writer ?? ''}`) },
  })

const cases: [string, object, string[]][] = [
  ['by status', { status: { operator: 'is', value: 'ended' } }, ['One']],
  ['without a status', { status: { operator: 'isNull' } }, ['Three', 'Two']],
  ['by age', { ageRating: { operator: 'lte', value: 12 } }, ['One']],
  ['by direction', { readingDirection: { operator: 'isNot', value: 'rtl' } }, ['Three', 'Two']],
  ['by imprint', { imprint: { operator: 'is', value: 'sea' } }, ['Two']],
  ['by an author of the series', { author: { operator: 'is', value: 'ada LOVELACE' } }, ['One']],
  ['by an author of one book', { author: { operator: 'is', value: 'Grace Hopper' } }, ['Two']],
  [
    'that an author did not write',
    { author: { operator: 'isNot', value: 'Grace Hopper' } },
    ['One', 'Three'],
  ],
  [
    'by either of two authors',
    {
      anyOf: [
        { author: { operator: 'is', value: 'Ada Lovelace' } },
        { author: { operator: 'is', value: 'Mary Shelley' } },
      ],
    },
    ['One', 'Three'],
  ],
  ['by part of a name', { author: { operator: 'contains', value: 'hopp' } }, ['Three', 'Two']],
  ['by an unknown author', { author: { operator: 'is', value: 'Nobody' } }, []],
]

test.each(cases)(
  'finds books %s',
  async (_what, condition, found) => {
    const answer = await server.call('POST', '/books/list', { as: 'ann', body: { condition } })
    expect(answer.status).toBe(200)
    const titles = answer.body.data.map(({ title }: { title: string }) => title).toSorted()
    expect(titles).toEqual(found)
    expect(answer.body.total).toBe(found.length)
  },
  timeoutMs,
)
