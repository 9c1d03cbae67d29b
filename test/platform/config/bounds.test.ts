/** Each bound of a setting: the last valid value, and one beyond. */
import { expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../../../src/platform/config/config-error'
import { type LoadInput, loadConfig } from '../../../src/platform/config/load'
import { getOption, type OptionKey, optionKeys } from '../../../src/platform/config/model'
import { quote } from '../../../src/platform/config/sources/layer'

const folder = mkdtempSync(join(tmpdir(), 'quire-bounds-'))
const isValid = (key: OptionKey, text: string) => 'value' in getOption(key).parse(text, folder)

test('whole numbers are accepted from the least to the greatest, and no further', () => {
  const ranges = optionKeys.flatMap((key) => {
    const { range } = getOption(key)
    return range ? [{ key, ...range }] : []
  })
  expect(ranges.length).toBeGreaterThan(30)
  for (const { key, min, max } of ranges) {
    const tried = [min - 1, min, max, max + 1].map((value) => isValid(key, `${value}`))
    expect([key, ...tried]).toEqual([key, false, true, true, false])
  }
})

test('texts that may not be empty have a length', () => {
  const limited = optionKeys.filter((key) => getOption(key).maxLength !== undefined)
  expect(limited.length).toBeGreaterThan(3)
  for (const key of limited) {
    const tried = ['', ' ', 'a'.repeat(getOption(key).maxLength!)].map((text) => isValid(key, text))
    const longer = isValid(key, 'a'.repeat(getOption(key).maxLength! + 1))
    expect([key, ...tried, longer]).toEqual([key, false, false, true, false])
  }
})

const many = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(',')
const provider = (n: number) => ({
  name: `p${n}`,
  display_name: 'P',
  issuer: 'https://id.example.org',
  client_id: 'quire',
  client_secret: 'secret',
})
const providers = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, n) => provider(n)))
const url = (length: number) => `https://a.example/${'p'.repeat(length - 18)}`

test.each<[OptionKey, string, string, string]>([
  ['jobs.kinds', '100 names', many(100, () => 'a'), many(101, () => 'a')],
  ['jobs.kinds', 'a long name', 'a'.repeat(61), 'a'.repeat(62)],
  [
    'notifications.allowed_hosts',
    '200 hosts',
    many(200, (n) => `h${n}`),
    many(201, (n) => `h${n}`),
  ],
  ['notifications.allowed_hosts', 'a port', 'h:12345', 'h:123456'],
  [
    'server.trusted_proxies',
    '200 networks',
    many(200, (n) => `10.0.0.${n}`),
    many(201, (n) => `10.0.0.${n}`),
  ],
  ['server.trusted_proxies', 'bits of IPv4', '10.0.0.0/32', '10.0.0.0/33'],
  ['server.trusted_proxies', 'bits of IPv6', '::/128', '::/129'],
  ['server.trusted_proxies', 'one mask', '10.0.0.0/8', '10.0.0.0/8/8'],
  ['server.base_path', '200 characters', 'a'.repeat(200), 'a'.repeat(201)],
  ['storage.s3.prefix', '100 characters', 'a'.repeat(100), 'a'.repeat(101)],
  ['server.public_url', '500 characters', url(500), url(501)],
  ['server.public_url', 'no search', 'https://a.example/', 'https://a.example/?a'],
  ['server.public_url', 'no fragment', 'https://a.example/', 'https://a.example/#a'],
  ['server.public_url', 'no username', 'https://a.example/', 'https://ann@a.example/'],
  ['server.public_url', 'no password', 'https://a.example/', 'https://:secret@a.example/'],
  ['providers.proxy', 'no search', 'http://proxy:1', 'http://proxy:1/?a'],
  ['providers.proxy', 'no fragment', 'http://proxy:1', 'http://proxy:1/#a'],
  ['auth.jwt_secret', '4096 characters', 'x'.repeat(4096), 'x'.repeat(4097)],
  ['auth.oidc.providers', '20 providers', providers(20), providers(21)],
  [
    'auth.oidc.providers',
    'names of their own',
    providers(2),
    JSON.stringify([provider(1), provider(1)]),
  ],
  ['auth.oidc.providers', 'a list', providers(1), JSON.stringify(provider(1))],
  ['data_dir', 'a path', 'data', ' '],
])('%s: %s', (key, _, valid, beyond) => {
  expect([isValid(key, valid), isValid(key, beyond)]).toEqual([true, false])
})

test.each(['issuer', 'search', 'fragment', 'username'])(
  'the address of a sign-in provider: %s',
  (part) => {
    const issuers = {
      issuer: 'ftp://id.example.org',
      search: 'https://id.example.org/?a',
      fragment: 'https://id.example.org/#a',
      username: 'https://ann@id.example.org/',
    }
    const issuer = Object.entries(issuers).find(([name]) => name === part)![1]
    const result = getOption('auth.oidc.providers').parse(
      JSON.stringify([{ ...provider(1), issuer }]),
      folder,
    )
    expect(result).toEqual({ error: expect.stringContaining('issuer must be a URL') })
  },
)

function listMessages(input: Partial<LoadInput>): string[] {
  const given = { env: {}, cwd: folder, systemFile: join(folder, 'none'), ...input }
  try {
    return loadConfig(given).warnings.map(({ message }) => message)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map(({ message }) => message)
  }
}

test('a secret of 32 characters is long enough, one of 31 is not', () => {
  const warn = (length: number) =>
    listMessages({ env: { SERVICE_AUTH__JWT_SECRET: 'x'.repeat(length) } })
  expect(warn(32)).toEqual([])
  expect(warn(31)).toEqual([expect.stringContaining('shorter than 32 characters')])
})

test('the first administrator needs a password of eight characters', () => {
  const set = (password: string) =>
    listMessages({
      env: {
        SERVICE_SETUP__ADMIN_USERNAME: 'ann',
        SERVICE_SETUP__ADMIN_EMAIL: 'ann@example.org',
        SERVICE_SETUP__ADMIN_PASSWORD: password,
      },
    })
  expect(set('12345678')).toEqual([])
  expect(set('1234567')).toEqual(['setup.admin_password must have at least 8 characters'])
})

test('a settings file has at most 256 KB, and a list in it 1000 entries', () => {
  const configFile = join(folder, 'large.yaml')
  const read = (text: string) => {
    writeFileSync(configFile, text)
    return listMessages({ configFile })
  }
  expect(read('#'.repeat(256 * 1024))).toEqual([])
  expect(read('#'.repeat(256 * 1024 + 1))).toEqual(['is larger than 256 KB'])
  const hosts = (count: number) =>
    read(`notifications: { allowed_hosts: [${'h, '.repeat(count)}] }`)[0]
  expect(hosts(1000)).toContain('must have at most 200 entries')
  expect(hosts(1001)).toContain('must be a single value')
})

test('a secret file has at most 64 KB', () => {
  const file = join(folder, 'secret')
  const read = (length: number) => {
    writeFileSync(file, 'x'.repeat(length))
    return listMessages({ env: { SERVICE_AUTH__JWT_SECRET_FILE: file } })
  }
  expect(read(64 * 1024)[0]).toContain('must not be longer than 4096 characters')
  expect(read(64 * 1024 + 1)[0]).toContain('is larger than 64 KB')
})

test('texts in messages are cut after 60 characters', () => {
  expect(quote('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`)
  expect(quote('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`)
})
