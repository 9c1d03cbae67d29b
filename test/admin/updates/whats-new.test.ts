/** What is new after an update is told once to each user. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { recordRunningVersion } from '../../../src/admin/updates/version-history'
import { preferences } from '../../../src/reading/preferences/schema'
import { release, type VersionChanges } from '../../../src/version'
import { startTestServer, type TestServer } from '../../support/server'
import { users } from '../../../src/accounts/users/schema'
import { installation } from '../../../src/platform/db/schema'
import { eq } from 'drizzle-orm'

const built = globalThis as { buildVersionChanges?: readonly VersionChanges[] | undefined }
const describeVersion = (version: string): VersionChanges => ({
  version,
  date: '2027-01-31',
  changes: [`Change of ${version}`],
  moreCount: 2,
})

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  built.buildVersionChanges = undefined
  await server.close()
})
beforeEach(async () => {
  built.buildVersionChanges = ['99.0.0', release, '0.1.5', '0.1.0'].map(describeVersion)
  await server.ctx.write(async (tx) => {
    await tx.delete(preferences)
    await tx.delete(installation).where(eq(installation.key, 'version_history'))
  })
})

const getNews = async (as: string) => (await server.call('GET', '/user/whats-new', { as })).body
const listVersions = async (as: string) =>
  (await getNews(as)).versions.map(({ version }: VersionChanges) => version)
const dismiss = (as: string, version: string) =>
  server.call('PATCH', '/preferences', {
    as,
    body: { preferences: { 'ui.seenVersion': version } },
  })
/** Sets when the account was created: by the test's clock. */
const createdNow = (name: string) =>
  server.ctx.write((tx) =>
    tx
      .update(users)
      .set({ createdAt: server.clock.now() })
      .where(eq(users.id, server.getUserId(name))),
  )

async function updateFrom(...versions: string[]) {
  for (const version of [...versions, release]) {
    await recordRunningVersion(server.ctx, version)
    await server.clock.advance(1000)
  }
}

test('nothing is new on the first version that a server runs', async () => {
  await createdNow('ann')
  await updateFrom()
  expect(await getNews('ann')).toEqual({ versions: [], notesUrl: null })
  expect(await listVersions('ada')).toEqual([])
})

test('nothing is new while it is not known which version ran', async () => {
  expect(await listVersions('ann')).toEqual([])
})

test('changes up to the running version are new, until they are dismissed', async () => {
  for (const name of ['ann', 'ada']) await createdNow(name)
  await updateFrom('0.1.0')
  expect(await getNews('ann')).toEqual({
    versions: [describeVersion(release), describeVersion('0.1.5')],
    notesUrl: null,
  })
  expect((await getNews('ada')).notesUrl).toEndWith(`/${release}/RELEASE_NOTES.md`)
  expect((await dismiss('ann', release)).status).toBe(200)
  expect(await listVersions('ann')).toEqual([])
  expect(await listVersions('ada')).toEqual([release, '0.1.5'])
})

test('a user who dismissed an older version sees only what came after it', async () => {
  await createdNow('ann')
  await updateFrom('0.1.0')
  await dismiss('ann', '0.1.5')
  expect(await listVersions('ann')).toEqual([release])
})

test('an account that was created after the update sees nothing', async () => {
  await updateFrom('0.1.0')
  await createdNow('ann')
  expect(await listVersions('ann')).toEqual([])
  // An older version that was dismissed does not bring it back.
  await dismiss('ann', '0.1.0')
  expect(await listVersions('ann')).toEqual([])
})

test('going back to an older version and forward again tells nothing twice', async () => {
  await createdNow('ann')
  await updateFrom('0.1.0')
  await dismiss('ann', release)
  await updateFrom('0.1.5')
  expect(await listVersions('ann')).toEqual([])
})

test('a restart adds nothing to the history, and the history is bounded', async () => {
  await updateFrom('0.1.0')
  await recordRunningVersion(server.ctx)
  for (let n = 0; n < 60; n++) await recordRunningVersion(server.ctx, `0.0.${n}`)
  const [row] = await server.ctx.db
    .select()
    .from(installation)
    .where(eq(installation.key, 'version_history'))
  expect(JSON.parse(row!.value).length).toBe(50)
})

test('without a released version nothing is shown', async () => {
  built.buildVersionChanges = []
  await createdNow('ann')
  await updateFrom('0.1.0')
  expect(await getNews('ada')).toEqual({ versions: [], notesUrl: null })
})

test('only a version can be dismissed', async () => {
  for (const value of ['', 'new', '1.0', 'x'.repeat(50), '1.0.0-\u0000'])
    expect((await dismiss('ann', value)).status).toBe(400)
})
