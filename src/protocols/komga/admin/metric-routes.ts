/**
 * Numbers of items in the catalog and the total size of books, in the format of Spring's metrics.
 * Komga's web interface shows them.
 */
import { Elysia } from 'elysia'
import { getInventory } from '../../../admin/monitoring/service'
import { listCollections } from '../../../catalog/collections/service'
import { listReadingLists } from '../../../catalog/reading-lists/service'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { handle, type KomgaCall, options } from '../access/komga-call'
import { komgaMessages } from '../messages'

type Inventory = Awaited<ReturnType<typeof getInventory>>
type LibraryCounts = Inventory['libraries'][number]

/** Metrics that can be restricted to a library. */
const perLibrary: Record<string, (counts: LibraryCounts) => number> = {
  'komga.books': ({ bookCount }) => bookCount,
  'komga.books.filesize': ({ totalSize }) => totalSize,
  'komga.series': ({ seriesCount }) => seriesCount,
}

const onlyTotal = { page: '1', pageSize: '1' }
const inAll: Record<string, (call: KomgaCall) => Promise<{ total: number }>> = {
  'komga.collections': ({ ctx, viewer }) => listCollections(ctx, viewer, onlyTotal),
  'komga.readlists': ({ ctx, viewer }) => listReadingLists(ctx, viewer, onlyTotal),
}

const names = [...Object.keys(perLibrary), ...Object.keys(inAll)].toSorted()

export const komgaMetricRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      '/actuator/metrics',
      handle(ctx, 'system:admin', async () => ({ names })),
      options,
    )
    .get(
      '/actuator/metrics/:name',
      handle(ctx, 'system:admin', (call, { name = '' }) => getMetric(call, name)),
      options,
    )

async function getMetric(call: KomgaCall, name: string) {
  const tags = call.query.getAll('tag')
  const count = Object.hasOwn(perLibrary, name) ? perLibrary[name] : undefined
  if (count) return getLibraryMetric(call, { name, tags, count })
  const list = Object.hasOwn(inAll, name) ? inAll[name] : undefined
  if (!list || tags.length > 0) throw notFound(komgaMessages.not_found())
  return buildMetric(name, (await list(call)).total, [])
}

interface LibraryMetric {
  name: string
  tags: readonly string[]
  count: (counts: LibraryCounts) => number
}

async function getLibraryMetric({ ctx, viewer }: KomgaCall, { name, tags, count }: LibraryMetric) {
  const { libraries } = await getInventory(ctx, viewer)
  const chosen = libraries.filter(({ id }) => tags.every((tag) => tag === `library:${id}`))
  if (tags.length > 0 && chosen.length === 0) throw notFound(komgaMessages.not_found())
  const value = chosen.reduce((total, one) => total + count(one), 0)
  const values = libraries.map(({ id }) => id)
  const isOpen = tags.length === 0 && values.length > 0
  return buildMetric(name, value, isOpen ? [{ tag: 'library', values }] : [])
}

const buildMetric = (name: string, value: number, availableTags: object[]) => ({
  name,
  description: null,
  baseUnit: name.endsWith('.filesize') ? 'bytes' : null,
  measurements: [{ statistic: 'VALUE', value }],
  availableTags,
})
