/** Hosts that requests never reach are refused when they are entered, with the setting to change. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { examplePlugin, packTar } from '../../../ingest/plugins/example-plugin'
import { type PluginServer, startPluginServer } from '../../../ingest/plugins/plugin-server'

let plugins: PluginServer
let id: string
beforeAll(async () => {
  plugins = await startPluginServer({
    settings: { 'notifications.allowed_hosts': '192.168.1.9, ntfy.lan' },
  })
  const installed = await plugins.upload(await packTar(examplePlugin({ name: 'reacher' })))
  id = installed.body.plugin.id
})
afterAll(() => plugins.close())

const privateHosts = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.5',
  '169.254.169.254',
  '100.64.0.1',
  '[::1]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:192.168.1.5]',
  'localhost',
  'gotify',
  'gotify.lan',
  'nas.local',
  'db.internal',
  'box.home.arpa',
  'gotify.',
  'localhost.',
]

const addChannel = (address: string) =>
  plugins.call('POST', '/user/notification-channels', {
    kind: 'webhook',
    name: 'Hook',
    address,
    newsKinds: ['release'],
  })
const allow = (hosts: string[]) => plugins.call('PATCH', `/admin/plugins/${id}`, { hosts })

test.each(privateHosts)('M3: notifications to https://%s are refused at once', async (host) => {
  const { status, body } = await addChannel(`https://${host}/hook`)
  expect([status, body.details?.[0]]).toMatchObject([
    400,
    { path: 'address', code: 'notifications.address_private' },
  ])
  expect(body.details[0].message).toContain('notifications.allowed_hosts')
})

/** The form of hosts allows neither IPv4 addresses inside of IPv6 addresses nor a dot at the end. */
const privateOfPlugins = privateHosts.filter((host) => !/ffff|\.$/.test(host))

test.each(privateOfPlugins)('M3: a plugin is not allowed to reach %s', async (host) => {
  const { status, body } = await allow(['api.example.org', host])
  expect([status, body.details?.[0]]).toMatchObject([
    400,
    { path: 'hosts.1', code: 'plugins.host_private' },
  ])
  expect(body.details[0].message).toContain('plugins.private_hosts')
})

const addFeed = (address: string) =>
  plugins.call('POST', '/release-sources', { displayName: 'Feed', address })

test.each(privateHosts)('M3: a feed at https://%s is refused at once', async (host) => {
  const { status, body } = await addFeed(`https://${host}/feed.xml`)
  expect([status, body.details?.[0]]).toMatchObject([
    400,
    { path: 'address', code: 'releases.source_private' },
  ])
})

test('M3: a feed with a port of its own is refused, and others are stored', async () => {
  const { status, body } = await addFeed('https://feed.example.org:8443/feed.xml')
  expect([status, body.details?.[0].code]).toEqual([400, 'releases.source_port'])
  expect((await addFeed('https://feed.example.org:443/feed.xml')).status).toBe(201)
})

test('M3: a port is refused for the same reason', async () => {
  const { status, body } = await allow(['api.example.org:8443'])
  expect([status, body.details?.[0].code]).toEqual([400, 'plugins.host_port'])
})

test('M3: public and allowed hosts are stored', async () => {
  for (const address of [
    'https://192.168.1.9/x',
    'http://ntfy.lan/x',
    'https://hook.example.org/x',
  ]) {
    expect([address, (await addChannel(address)).status]).toEqual([address, 201])
  }
  const hosts = ['api.example.org', plugins.host, '93.184.216.34']
  expect((await allow(hosts)).body.hosts).toEqual(hosts)
})
