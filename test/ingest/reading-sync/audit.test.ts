/** The audit log names the accounts of services that users connect and disconnect. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { client } from './oauth-pages'
import { publicUrl, startSyncServer } from './sync-server'

let home: Awaited<ReturnType<typeof startSyncServer>>
beforeAll(async () => {
  home = await startSyncServer({
    'server.public_url': publicUrl,
    'providers.myanimelist.key': client.id,
  })
})
afterAll(() => home.close())

const listEntries = async (action: string) => {
  const { body } = await home.server.call('GET', `/audit-log?action=${action}`, { as: 'ada' })
  return body.data as { username: string; changes: object[] }[]
}

test.each(['anilist', 'kitsu', 'myanimelist'])('M10: an account of %s', async (service) => {
  if (service === 'myanimelist') await home.connectByPages(service)
  else await home.connect({ service })
  const { pluginDisplayName: displayName, externalUsername } = await home.call(
    'GET',
    home.idOf(service),
  )
  const account = { name: 'account', before: null, after: externalUsername }
  const [entry] = await listEntries('connect_service')
  expect(entry).toMatchObject({ username: 'ann' })
  expect(entry!.changes).toEqual([{ name: 'service', before: null, after: displayName }, account])
  expect(JSON.stringify(entry)).not.toContain(home.anilist.token)

  await home.server.call('DELETE', home.idOf(service), { as: 'ann' })
  const [ended, ...others] = await listEntries('disconnect_service')
  expect(ended!.changes).toContainEqual({ ...account, before: externalUsername, after: null })
  await home.server.call('DELETE', home.idOf(service), { as: 'ann' })
  expect(await listEntries('disconnect_service')).toHaveLength(others.length + 1)
})
