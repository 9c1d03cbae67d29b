/** Default providers of a library without settings of its own. */
import { expect, test } from 'bun:test'
import { seedLibrary } from '../../support/seed'
import { startTestServer } from '../../support/server'

interface ShownProvider {
  name: string
  isUsed: boolean
  needsKey: boolean
  hasKey: boolean
}

const cases: [type: 'manga' | 'comic' | 'book', settings: object, used: string[]][] = [
  ['manga', {}, ['anilist', 'mangaupdates']],
  ['comic', {}, []],
  ['comic', { 'providers.metron.key': 'token' }, ['metron']],
  [
    'book',
    { 'providers.hardcover.key': 'token', 'providers.metron.key': 'token' },
    ['anilist', 'mangaupdates', 'openlibrary', 'hardcover'],
  ],
  ['manga', { 'providers.mangabaka.key': 'token' }, ['anilist', 'mangaupdates', 'mangabaka']],
]

test.each(cases)('a library of type %s with %o uses %o', async (type, settings, used) => {
  const server = await startTestServer(settings as Record<string, string>)
  try {
    const { id } = await seedLibrary(server, { type })
    const shown = async () => {
      const { body } = await server.call('GET', `/libraries/${id}/providers`, { as: 'max' })
      return body.providers as ShownProvider[]
    }
    const named = (providers: ShownProvider[]) =>
      providers.filter(({ isUsed }) => isUsed).map(({ name }) => name)
    const all = await shown()
    expect(named(all)).toEqual(used)
    const keyed = new Set(Object.keys(settings).map((key) => key.split('.')[1]!))
    for (const { name, hasKey } of all) expect([name, hasKey]).toEqual([name, keyed.has(name)])
    // A user's choice applies, regardless of the configured keys.
    const chosen = all.find(({ name }) => name === 'kitsu')! as ShownProvider & { pluginId: string }
    const body = { pluginIds: [chosen.pluginId] }
    await server.call('PUT', `/libraries/${id}/providers`, { as: 'max', body })
    expect(named(await shown())).toEqual(['kitsu'])
  } finally {
    await server.close()
  }
})
