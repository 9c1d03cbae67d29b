/** Every route, asked by somebody to whom a library is closed: nothing of it is there. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { permissions } from '../../src/users/model'
import { type House, openHouse } from '../support/house'
import { seedBook, seedLibrary, seedSeries } from '../support/seed'
import document from '../../docs/openapi.json'

const nobody = '018f0000-0000-7000-8000-000000000000'
/** Answers that do not end, and the figures of the whole server, which are a right of their own. */
const others = new Set(['/api/v1/events/stream', '/api/v1/logs/stream', '/api/v1/metrics'])
const secretWord = 'Zymurgy'

let house: House
let hidden: Record<'libraries' | 'series' | 'books', string>

beforeAll(async () => {
  house = await openHouse()
  const open = await seedLibrary(house, { name: 'Open', path: '/open' })
  await seedBook(house, await seedSeries(house, open, { title: 'Anvil' }), { title: 'Anvil 1' })
  const closed = await seedLibrary(house, { name: `${secretWord} shelf`, path: `/${secretWord}` })
  const series = await seedSeries(house, closed, {
    title: secretWord,
    metadata: { summary: secretWord },
  })
  const book = await seedBook(house, series, { title: `${secretWord} 1` })
  hidden = { libraries: closed.id, series: series.id, books: book.id }
  // Every right but that to everything: what is closed is closed by the library, not by a right.
  const rights = permissions.filter((permission) => permission !== 'system:admin')
  const id = await house.addUser('eve', 'maintainer', rights)
  const body = { libraryIds: [open.id] }
  await house.call('PUT', `/users/${id}/libraries`, { as: 'ada', body })
})
afterAll(() => house.close())

const paths = Object.entries(document.paths)
  .filter(([path]) => path.startsWith('/api/v1/') && !others.has(path))
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ method, path })))

const isHiddenKind = (kind: string): kind is keyof typeof hidden => kind in hidden

/** With the hidden library, series or book in the place of the first id. */
function asked(path: string): { path: string; isOfHidden: boolean } {
  const kind = path.split('/')[3] ?? ''
  const isOfHidden = isHiddenKind(kind) && path.includes('{id}')
  const id = isHiddenKind(kind) ? hidden[kind] : nobody
  const filled = path
    .replace('/api/v1', '')
    .replace('{id}', id)
    .replaceAll(/\{(\w*Id)\}/g, nobody)
    .replaceAll(/\{\w+\}/g, '1')
  return { path: filled, isOfHidden }
}

test.each(paths.filter(({ method }) => method === 'get'))(
  '$method $path says nothing of a closed library',
  async ({ path: template }) => {
    const { path, isOfHidden } = asked(template)
    const { status, body } = await house.call('GET', path, { as: 'eve' })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    for (const word of [secretWord, ...Object.values(hidden)]) expect(text).not.toContain(word)
    if (isOfHidden) expect([400, 404]).toContain(status)
    expect(status).toBeLessThan(500)
  },
)

test.each(paths.filter(({ method, path }) => method !== 'get' && isOfOne(path)))(
  '$method $path changes nothing in a closed library',
  async ({ method, path: template }) => {
    const { path } = asked(template)
    const options = { as: 'eve', ...(method !== 'delete' && { body: {} }) }
    const { status } = await house.call(method.toUpperCase(), path, options)
    expect([400, 404]).toContain(status)
  },
)

/** Before the rows are there: by the path alone. */
function isOfOne(path: string) {
  return /^\/api\/v1\/(libraries|series|books)\/\{id\}/.test(path)
}
