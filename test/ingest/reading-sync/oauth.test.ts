/**
 * Connecting through the pages of a service with OAuth 2.0 and PKCE, and the responses to malicious
 * callbacks.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { sessions } from '../../../src/accounts/sessions/schema'
import { connections, oauthStates } from '../../../src/ingest/connections/schema'
import { renewTokens } from '../../../src/ingest/connections/renew-tokens'
import { toBuiltIn } from '../../../src/ingest/connections/services/connected-service'
import { findListServiceByName } from '../../../src/ingest/connections/services/list-services'
import { client } from './oauth-pages'
import { publicUrl, startSyncServer } from './sync-server'

let home: Awaited<ReturnType<typeof startSyncServer>>
beforeAll(async () => {
  home = await startSyncServer({
    'server.public_url': publicUrl,
    'providers.anilist.client_id': client.id,
    'providers.anilist.client_secret': client.secret,
    'providers.myanimelist.key': client.id,
  })
})
afterAll(() => home.close())
beforeEach(async () => {
  await home.reset()
  await home.server.ctx.write(async (tx) => void (await tx.delete(oauthStates)))
})

const start = async (service: string, as = 'ann') => {
  const { redirectUrl } = await home.call('POST', `${home.idOf(service)}/oauth/start`, { as })
  return redirectUrl as string
}
const getConnection = (service: string, as = 'ann') =>
  home.server.call('GET', home.idOf(service), { as })

test.each(['anilist', 'myanimelist'])('connects at the pages of %s', async (service) => {
  const { available } = await home.call('GET', '/user/plugins')
  expect(available).toContainEqual(
    expect.objectContaining({ name: service, oauthConfigured: true, signIn: 'redirect' }),
  )
  const { answer, callback } = await home.followTo(await start(service))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(answer.headers.get('refresh')).toBe(`0; url=${publicUrl}/settings/reading-sync`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  const page = await answer.text()
  expect(page).not.toContain('good-token')
  expect(page).not.toContain(new URLSearchParams(callback.split('?')[1]).get('code')!)
  const { body } = await getConnection(service)
  expect(body).toMatchObject({ connected: true, externalUsername: expect.any(String) })
  expect(JSON.stringify(body)).not.toContain('good-token')
})

describe('a callback is refused with a page', () => {
  const refusedWith = async (answer: Response, status: number) => {
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('refresh')).toBeNull()
    expect(await answer.text()).toContain('Not connected')
    expect((await getConnection('anilist')).status).toBe(404)
  }

  test('when it comes twice', async () => {
    const { answer, callback } = await home.followTo(await start('anilist'))
    expect(answer.status).toBe(200)
    await home.call('DELETE', home.idOf('anilist'))
    await refusedWith(await home.openCallback(callback), 400)
  })

  test('when another person brings it, who cannot use it up', async () => {
    const { answer, callback } = await home.followTo(await start('anilist'), { as: 'max' })
    await refusedWith(answer, 400)
    expect((await getConnection('anilist', 'max')).status).toBe(404)
    expect((await home.openCallback(callback)).status).toBe(200)
  })

  test('when another session of the same person brings it', async () => {
    const { answer } = await home.followTo(await start('anilist'), { as: '' })
    await refusedWith(answer, 401)
    const { ctx } = home.server
    const url = await start('anilist')
    const other = Bun.randomUUIDv7()
    const own = eq(sessions.userId, home.server.getUserId('ann'))
    const [mine] = await ctx.db.select().from(sessions).where(own)
    await ctx.write((tx) =>
      tx.insert(sessions).values({ ...mine!, id: other, secretHash: Bun.randomUUIDv7() } as never),
    )
    await ctx.write((tx) => tx.update(oauthStates).set({ sessionId: other }))
    await refusedWith((await home.followTo(url)).answer, 400)
    await ctx.write((tx) => tx.delete(sessions).where(and(own, eq(sessions.id, other))))
    expect(await ctx.db.select().from(oauthStates)).toEqual([])
  })

  test('when ten minutes are over', async () => {
    const url = await start('anilist')
    await home.server.ctx.write((tx) => tx.update(oauthStates).set({ expiresAt: new Date() }))
    await refusedWith((await home.followTo(url)).answer, 400)
  })

  test('when the person declines', async () => {
    const { answer } = await home.followTo(await start('anilist'), { decline: true })
    await refusedWith(answer, 400)
  })

  test.each([
    '',
    '?state=',
    '?code=abc',
    '?code=abc&state=unknown',
    '?code=abc&state=a&state=b',
    '?error=access_denied',
    `?code=${'x'.repeat(9000)}&state=y`,
    '?state=%00&code=%00',
    '?state[]=a&code[a]=b',
    '?state=<script>alert(1)</script>&error_description=<script>alert(1)</script>',
  ])('when it is %p', async (query) => {
    const path = `/api/v1/user/plugins/oauth/callback${query}`
    const answer = await home.openCallback(path)
    expect(await answer.clone().text()).not.toContain('<script>alert')
    await refusedWith(answer, 400)
  })

  test('when the service does not take the code', async () => {
    const url = await start('anilist')
    const state = new URL(url).searchParams.get('state')!
    const query = new URLSearchParams({ code: 'forged', state })
    const path = `/api/v1/user/plugins/oauth/callback?${query.toString()}`
    await refusedWith(await home.openCallback(path), 400)
  })

  test.each([
    {},
    { access_token: 7, token_type: 'Bearer' },
    { access_token: 'a b\r\nx: y', token_type: 'Bearer' },
    { access_token: 'good-token', token_type: 'Bearer', expires_in: 'soon' },
  ])('when the service answers with %p', async (body) => {
    home.anilist.oauth.answer = body
    await refusedWith((await home.followTo(await start('anilist'))).answer, 503)
  })
})

test('programs get an error instead of a page', async () => {
  const path = '/user/plugins/oauth/callback?code=a&state=b'
  const answer = await home.server.call('GET', path, { as: 'ann' })
  expect(answer).toMatchObject({ status: 400, body: { code: 'connections.oauth_invalid' } })
})

test('an API key cannot begin, and nobody without a session', async () => {
  const { key } = await home.call('POST', '/api-keys', {
    body: { name: 'app', permissions: ['account:read', 'account:write'] },
  })
  const path = `${home.idOf('anilist')}/oauth/start`
  const answer = await home.server.call('POST', path, { headers: { 'x-api-key': key } })
  expect(answer.status).toBe(403)
  expect((await home.server.call('POST', path)).status).toBe(401)
  expect(
    (await home.server.call('POST', `${home.idOf('kitsu')}/oauth/start`, { as: 'ann' })).status,
  ).toBe(409)
  expect(
    (await home.server.call('POST', `${home.idOf('mangadex')}/oauth/start`, { as: 'ann' })).status,
  ).toBe(404)
})

test('only the latest sign-ins stay open, and none keeps a person out', async () => {
  for (let count = 0; count < 12; count++) await start('anilist')
  expect(await home.server.ctx.db.$count(oauthStates)).toBeLessThanOrEqual(5)
  expect((await home.followTo(await start('anilist'))).answer.status).toBe(200)
})

describe('tokens of an hour', () => {
  const expireSoon = () =>
    home.server.ctx.write((tx) =>
      tx.update(connections).set({ expiresAt: new Date(Date.now() + 60_000) }),
    )

  test('are renewed before their end, once', async () => {
    await home.settle({ service: 'myanimelist' })
    await expireSoon()
    home.myanimelist.token = 'second-token'
    await home.sync({ service: 'myanimelist' })
    expect(home.myanimelist.oauth.renewals).toBe(1)
    expect((await getConnection('myanimelist')).body).toMatchObject({ healthStatus: 'healthy' })
  })

  test('are renewed once for all who need them at the same time', async () => {
    await home.settle({ service: 'myanimelist' })
    await expireSoon()
    const { ctx } = home.server
    const [row] = await ctx.db.select().from(connections)
    const { signal } = new AbortController()
    const service = toBuiltIn(findListServiceByName('myanimelist')!)
    const all = [1, 2, 3].map(() => ({ row: row!, service }))
    await Promise.all(all.map((one) => renewTokens(ctx, one, { signal })))
    expect(home.myanimelist.oauth.renewals).toBe(1)
    expect(new Set(all.map((one) => one.row.sealedTokens)).size).toBe(1)
    expect((await getConnection('myanimelist')).body).toMatchObject({ connected: true })
  })

  test('last as long as dates can be', async () => {
    home.myanimelist.oauth.answer = {
      token_type: 'Bearer',
      expires_in: 1e300,
      access_token: home.myanimelist.token,
    }
    await home.connectByPages('myanimelist')
    expect((await getConnection('myanimelist')).body).toMatchObject({ connected: true })
  })

  test('are renewed when the service refuses them', async () => {
    await home.settle({ service: 'myanimelist' })
    home.myanimelist.token = 'second-token'
    await home.sync({ service: 'myanimelist' })
    expect(home.myanimelist.oauth.renewals).toBe(1)
    expect((await getConnection('myanimelist')).body).toMatchObject({ connected: true })
  })

  test('that cannot be renewed need a new sign-in, and nothing is deleted', async () => {
    const { books } = await home.addWork(1, { service: 'myanimelist' })
    await home.read(books.slice(0, 3))
    await home.settle({ service: 'myanimelist' })
    home.myanimelist.oauth.refusesRenewal = true
    await expireSoon()
    await home.sync({ service: 'myanimelist' })
    const { body } = await getConnection('myanimelist')
    expect(body).toMatchObject({ connected: false, externalUsername: 'reader77' })
    const runs = await home.call('GET', `${home.idOf('myanimelist')}/sync/runs`)
    expect(runs.data).toHaveLength(1)
    home.myanimelist.oauth.refusesRenewal = false
    await home.connectByPages('myanimelist')
    expect((await getConnection('myanimelist')).body).toMatchObject({
      id: body.id,
      connected: true,
    })
  })
})

test('a token that AniList refuses in the middle of a sync needs a new sign-in at once', async () => {
  const works = [await home.addWork(1), await home.addWork(2)]
  await home.settle()
  for (const { books } of works) await home.read(books.slice(0, 3))
  // The change that is in progress is still made.
  home.anilist.beforeWrite = () => void (home.anilist.token = 'other')
  await home.sync()
  expect(home.anilist.writes).toHaveLength(1)
  const { body } = await getConnection('anilist')
  expect(body).toMatchObject({ connected: false, lastError: { code: 'connections.sign_in_again' } })
})
