/** Pictures that people upload of themselves, or an administrator of them. */
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import sharp from 'sharp'
import { decoder } from '../../../src/media/decoding/decoder'
import { givePasswords } from '../../accounts/sign-in'
import { SharedDevice } from '../../accounts/users/quick-switch/shared-device'
import { type TestServer, startTestServer } from '../../support/server'
import { getThumbnailPath, getUploadedCoversFolder } from '../../support/stored-files'
import { waitUntil } from '../../support/wait-until'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer({ 'server.max_upload_mb': '1' })
})
afterEach(() => server.close())

const makeImage = (background: string, side = 900) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer()

async function upload(path: string, as: string, image: Uint8Array<ArrayBuffer>) {
  const body = new FormData()
  body.set('file', new File([image], 'me.png'))
  return (await server.fetch(`/api/v1${path}/picture`, { method: 'POST', as, body })).status
}
const uploadColor = async (path: string, as: string, color: string) =>
  upload(path, as, new Uint8Array(await makeImage(color)))

const at = (name: string) => `/users/${server.getUserId(name)}`
const remove = (path: string, as: string) => server.call('DELETE', `${path}/picture`, { as })
const get = (name: string, as = 'max', init: RequestInit = {}) =>
  server.fetch(`/api/v1${at(name)}/picture`, { as, ...init })
const getVersion = async (name: string) =>
  (await server.call('GET', '/auth/me', { as: name })).body.pictureVersion as string | null
const listFiles = () => {
  const folder = getUploadedCoversFolder(server.ctx.config)
  return existsSync(folder) ? readdirSync(folder) : []
}

test('a picture is resized, shown to everyone who is signed in, and removed', async () => {
  expect(await getVersion('ann')).toBeNull()
  expect((await get('ann')).status).toBe(404)
  expect(await uploadColor('/user', 'ann', '#ff0000')).toBe(204)
  const shown = await get('ann')
  const image = sharp(await shown.bytes())
  expect((await image.metadata()).width).toBe(400)
  expect((await image.stats()).dominant.r).toBeGreaterThan(200)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  expect(shown.headers.get('cache-control')).toStartWith('private, max-age=')
  const headers = { 'if-none-match': shown.headers.get('etag')! }
  expect((await get('ann', 'max', { headers })).status).toBe(304)
  expect((await server.fetch(`/api/v1${at('ann')}/picture`)).status).toBe(401)
  const list = await server.call('GET', '/users', { as: 'ada' })
  const version = await getVersion('ann')
  expect(version).not.toBeNull()
  expect(
    list.body.data.map((user: { pictureVersion: string | null }) => user.pictureVersion),
  ).toEqual([null, version, null])

  expect((await remove('/user', 'ann')).status).toBe(204)
  expect((await remove('/user', 'ann')).status).toBe(204)
  expect((await get('ann')).status).toBe(404)
  expect(await getVersion('ann')).toBeNull()
  expect(listFiles()).toEqual([])
  expect(existsSync(getThumbnailPath(server.ctx.config, version!))).toBe(false)
})

test('a new picture replaces the earlier one, with a new version', async () => {
  await uploadColor('/user', 'ann', '#ff0000')
  const first = await getVersion('ann')
  await uploadColor('/user', 'ann', '#00ff00')
  const second = await getVersion('ann')
  expect(second).not.toBe(first)
  expect(listFiles()).toEqual([`${second}.png`])
  expect((await sharp(await (await get('ann')).bytes()).stats()).dominant.g).toBeGreaterThan(200)
  expect(existsSync(getThumbnailPath(server.ctx.config, first!))).toBe(false)
  // The same image again changes nothing.
  await uploadColor('/user', 'ann', '#00ff00')
  expect(await getVersion('ann')).toBe(second)
  expect(listFiles()).toEqual([`${second}.png`])
})

test('administrators set and remove the picture of others, which is audited', async () => {
  expect(await uploadColor(at('ann'), 'max', '#ff0000')).toBe(403)
  expect(await uploadColor(at('ann'), 'ada', '#ff0000')).toBe(204)
  expect((await remove(at('ann'), 'max')).status).toBe(403)
  expect((await remove(at('ann'), 'ada')).status).toBe(204)
  expect(await uploadColor(`/users/${Bun.randomUUIDv7()}`, 'ada', '#ff0000')).toBe(404)
  const { body } = await server.call('GET', '/audit-log', { as: 'ada' })
  const changes = body.data.filter(({ action }: { action: string }) => action === 'change_user')
  expect(changes.length).toBe(2)
  expect(changes[0].changes).toMatchObject([{ name: 'picture', after: 'removed' }])
})

test('someone who manages users cannot change the picture of an administrator', async () => {
  await server.addUser('kim', 'reader', ['users:write'])
  expect(await uploadColor(at('ada'), 'kim', '#ff0000')).toBe(403)
  expect(await uploadColor(at('ann'), 'kim', '#ff0000')).toBe(204)
})

test('what is no image, empty or too large is refused and leaves no file', async () => {
  const large = new Uint8Array(1024 * 1024 + 1)
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
  expect(await upload('/user', 'ann', large)).toBe(413)
  expect(await upload('/user', 'ann', new Uint8Array())).toBe(400)
  expect(await upload('/user', 'ann', svg)).toBe(415)
  expect(await getVersion('ann')).toBeNull()
  expect(listFiles()).toEqual([])
})

test('the picture is deleted with the account', async () => {
  await uploadColor('/user', 'ann', '#ff0000')
  const version = (await getVersion('ann'))!
  const thumbnail = getThumbnailPath(server.ctx.config, version)
  expect(existsSync(thumbnail)).toBe(true)
  expect((await server.call('DELETE', at('ann'), { as: 'ada' })).status).toBe(204)
  await waitUntil(() => listFiles().length === 0 && !existsSync(thumbnail))
  expect((await get('ann')).status).toBe(404)
})

test.each([
  { what: 'removed', end: () => remove('/user', 'ann') },
  { what: 'deleted with the account', end: () => server.call('DELETE', at('ann'), { as: 'ada' }) },
])('a picture that is $what while it is resized leaves no file', async ({ end }) => {
  const pool = decoder(server.ctx.config.thumbnails)
  const run = pool.run.bind(pool)
  let version: string | null = null
  const running = spyOn(pool, 'run').mockImplementation(async (task, ...given) => {
    const made = await run(task, ...given)
    if (task === 'thumbnail') {
      version = await getVersion('ann')
      expect((await end()).status).toBe(204)
    }
    return made
  })
  await uploadColor('/user', 'ann', '#ff0000')
  running.mockRestore()
  expect(version).not.toBeNull()
  await waitUntil(() => listFiles().length === 0)
  expect(existsSync(getThumbnailPath(server.ctx.config, version!))).toBe(false)
})

test('editing a user is not in conflict with a new picture', async () => {
  const etag = (await server.call('GET', at('ann'), { as: 'ada' })).headers.get('etag')!
  await uploadColor('/user', 'ann', '#ff0000')
  const headers = { 'if-match': etag }
  const body = { isActive: false }
  expect((await server.call('PATCH', at('ann'), { as: 'ada', body, headers })).status).toBe(200)
})

test('a shared device shows the pictures of its people only', async () => {
  await givePasswords(server, 'ann', 'max')
  const setting = '/admin/settings/auth.quick_switch'
  await server.call('PUT', setting, { as: 'ada', body: { value: 'true' } })
  await uploadColor('/user', 'ann', '#ff0000')
  await uploadColor('/user', 'max', '#00ff00')
  const tablet = await new SharedDevice(server).offer('ann', '1234')
  const pathOf = (name: string) => `/auth/quick-switch/people/${server.getUserId(name)}/picture`
  const [person] = (await tablet.send('GET', '/auth/quick-switch/people')).body.people
  expect(person.pictureVersion).toBe(await getVersion('ann'))
  const shown = await tablet.send('GET', pathOf('ann'))
  expect(shown.status).toBe(200)
  expect(shown.headers.get('cache-control')).toBe('private, no-store')
  expect((await tablet.send('GET', pathOf('max'))).status).toBe(404)
  expect((await server.call('GET', pathOf('ann'))).status).toBe(404)
  // Without the setting, the device shows nobody.
  await server.call('PUT', setting, { as: 'ada', body: { value: 'false' } })
  expect((await tablet.send('GET', pathOf('ann'))).status).toBe(404)
})
