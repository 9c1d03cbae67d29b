/** Collections and reading lists, which are created when they are first shown. */
import type { Page } from 'playwright-core'
import type { ScreenPlace } from './screens'

const names = {
  collections: 'Stories by the sea',
  readlists: 'The Harbor and everything that came after it, in the order of the events',
} as const
type Kind = keyof typeof names
const places = { collections: '/collections', readlists: '/reading-lists' } as const

/** Runs in the page, because the browser has the session. Returns the ID of the list. */
async function ensureList({ kind, name }: { kind: Kind; name: string }): Promise<string> {
  const base = new URL('api/v1/', document.baseURI).href
  const read = async (path: string, init?: RequestInit) => {
    const response = await fetch(base + path, init)
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response.json()
  }
  const send = (path: string, body: object) =>
    read(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { data: known } = await read(`${kind}?search=${encodeURIComponent(name.slice(0, 20))}`)
  if (known.length > 0) return known[0].id
  const items = kind === 'collections' ? 'series' : 'books'
  const { data } = await read(`${items}?pageSize=12`)
  const ids = data.map(({ id }: { id: string }) => id)
  const { id } = await send(kind, { name, summary: 'Read them in this order.' })
  await send(
    `${kind}/${id}/${items}`,
    kind === 'collections' ? { seriesIds: ids } : { bookIds: ids },
  )
  return id
}

const openLists = (kind: Kind) => async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(ensureList, { kind, name: names[kind] })
  await page.reload()
  await page.getByRole('link', { name: names[kind] }).waitFor()
}

const openList = (kind: Kind) => async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const id = await page.evaluate(ensureList, { kind, name: names[kind] })
  await page.goto(new URL(`${page.url().replace(/\/$/, '')}/${id}`).href)
  await page.getByRole('heading', { level: 1, name: names[kind] }).waitFor()
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
    .first()
    .waitFor()
}

export const listScreens: readonly ScreenPlace[] = [
  { name: 'collections', path: places.collections, ready: openLists('collections') },
  { name: 'collection', path: places.collections, ready: openList('collections') },
  { name: 'reading-lists', path: places.readlists, ready: openLists('readlists') },
  { name: 'reading-list', path: places.readlists, ready: openList('readlists') },
  {
    name: 'collection-edit',
    path: places.collections,
    ready: async (page) => {
      await openList('collections')(page)
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByRole('dialog').getByRole('textbox').first().waitFor()
    },
  },
]
