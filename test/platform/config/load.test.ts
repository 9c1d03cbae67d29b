import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LoadedConfig, type LoadInput, loadConfig } from '../../../src/platform/config/load'
import {
  applyComputedDefaults,
  type Settings,
} from '../../../src/platform/config/cross-setting-rules'
import { ConfigError } from '../../../src/platform/config/config-error'
import { getValue } from '../../../src/platform/config/redact-config'
import type { OptionKey } from '../../../src/platform/config/model'

const root = mkdtempSync(join(tmpdir(), 'quire-config-'))
let folder = ''
let count = 0

beforeEach(() => {
  folder = join(root, String(count++))
  mkdirSync(folder)
})
afterAll(() => rmSync(root, { recursive: true }))

const longSecret = 'an-access-token-secret-of-over-32-characters'
const key32 = Buffer.alloc(32, 7).toString('base64')

function writeSettings(name: string, text: string | Buffer): string {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  return file
}

function load(input: Partial<LoadInput> = {}): LoadedConfig {
  const systemFile = join(folder, 'etc/quire/service.yaml')
  return loadConfig({ env: {}, cwd: folder, systemFile, ...input })
}

function listProblems(input: Partial<LoadInput> = {}): string[] {
  try {
    load(input)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems.map(({ source, message }) => `${source}: ${message}`)
  }
  return []
}

const listWarnings = (input: Partial<LoadInput> = {}) =>
  load(input).warnings.map(({ source, message }) => `${source}: ${message}`)

describe('the source of a value', () => {
  test('defaults apply without a file, with paths below the current folder', () => {
    const { config, files, warnings, sources } = load()
    expect(config.server.port).toBe(8080)
    expect(config.server.base_path).toBe('')
    expect(config.data_dir).toBe(join(folder, 'data'))
    expect(config.database.sqlite.path).toBe(join(folder, 'data/quire.db'))
    expect(config.database.postgres.max_connections).toBe(10)
    expect(config.auth.jwt_secret).toBeUndefined()
    expect(config.jobs.workers).toBeGreaterThan(0)
    expect(config.thumbnails.workers).toBe(Math.min(4, availableParallelism()))
    expect({ files, warnings }).toEqual({ files: [], warnings: [] })
    expect(sources['server.port']).toBe('default')
  })

  test('V2: with less than 1 GB of memory, one book is read and one thumbnail made at a time', () => {
    const getWorkers = (megabytes: number, processors: number, thumbnails = 0) => {
      const settings: Settings = new Map<OptionKey, unknown>([
        ['scan.workers', 0],
        ['jobs.workers', 0],
        ['thumbnails.workers', thumbnails],
      ])
      applyComputedDefaults(settings, { processors, memoryBytes: megabytes * 1024 * 1024 })
      return [...settings.values()].filter((value) => typeof value === 'number')
    }
    expect(getWorkers(1023, 8)).toEqual([1, 4, 1])
    expect(getWorkers(1024, 8)).toEqual([4, 4, 4])
    expect(getWorkers(512, 2)).toEqual([1, 2, 1])
    // A number that was chosen stays.
    expect(getWorkers(512, 2, 3)).toEqual([1, 2, 3])
  })

  test('A14: workers without a number are one per processor, at most four', () => {
    const { scan, thumbnails, jobs } = load().config
    const expected = Math.min(4, availableParallelism())
    expect([scan.workers, thumbnails.workers, jobs.workers]).toEqual([expected, expected, expected])
  })

  const ladder = [
    { name: 'the default', port: 8080, source: 'default' },
    { name: 'the file', port: 1001, source: 'service.yaml:2' },
    { name: 'the overlay', port: 1002, source: 'service.local.yaml:3' },
    { name: 'the environment', port: 1003, source: 'SERVICE_SERVER__PORT' },
    { name: 'the command line', port: 1004, source: 'command line' },
  ]
  test.each(ladder.map((step, height) => ({ ...step, height })))(
    '$name takes precedence over all sources below it',
    ({ height, port, source }) => {
      if (height >= 1) writeSettings('service.yaml', 'server:\n  port: 1001\n')
      if (height >= 2) writeSettings('service.local.yaml', '# mine\nserver:\n  port: 1002\n')
      const loaded = load({
        env: height >= 3 ? { SERVICE_SERVER__PORT: '1003' } : {},
        flags: height >= 4 ? { 'server.port': '1004' } : {},
      })
      expect(loaded.config.server.port).toBe(port)
      expect(loaded.sources['server.port']).toBe(source)
    },
  )

  test('groups are merged and lists are replaced', () => {
    writeSettings(
      'service.yaml',
      'server:\n  host: 127.0.0.1\n  trusted_proxies: [10.0.0.1, 10.0.0.2]\n',
    )
    writeSettings('service.local.yaml', 'server:\n  trusted_proxies:\n    - 10.0.0.3\n')
    const { server } = load().config
    expect(server.host).toBe('127.0.0.1')
    expect(server.trusted_proxies).toEqual(['10.0.0.3'])
  })

  test('a name without a value resets the value of lower files', () => {
    writeSettings('service.yaml', 'server:\n  port: 9000\nlogging:\n  file: a.log\n')
    writeSettings('service.local.yaml', 'server:\n  port:\nlogging:\n  file: null\nscan:\n')
    const { config } = load()
    expect(config.server.port).toBe(8080)
    expect(config.logging.file).toBeUndefined()
  })

  test('the settings file is found in four locations', () => {
    const system = writeSettings('etc/quire/service.yaml', 'server: { port: 1 }')
    expect(load().files).toEqual([system])
    const here = writeSettings('service.yaml', 'server: { port: 2 }')
    expect(load().files).toEqual([here])
    const env = { SERVICE_CONFIG: 'by-environment.yaml' }
    const byEnvironment = writeSettings('by-environment.yaml', 'server: { port: 3 }')
    expect(load({ env }).files).toEqual([byEnvironment])
    const configFile = writeSettings('deep/by-flag.yml', 'server: { port: 4 }')
    const overlay = writeSettings('deep/by-flag.local.yml', 'server: { host: 127.0.0.1 }')
    const { files, config } = load({ env, configFile: 'deep/by-flag.yml' })
    expect(files).toEqual([configFile, overlay])
    expect(config.server).toMatchObject({ port: 4, host: '127.0.0.1' })
  })

  test('an overlay applies even without its base file', () => {
    writeSettings('service.local.yaml', 'server: { port: 5 }')
    expect(load().config.server.port).toBe(5)
  })

  test('relative paths resolve against their file or the current folder', () => {
    const configFile = writeSettings(
      'etc/service.yaml',
      'data_dir: ../store\nlogging: { file: q.log }',
    )
    const { config } = load({
      configFile,
      env: { SERVICE_SETUP__LIBRARY: 'comics' },
      flags: { 'database.sqlite.path': 'q.db' },
    })
    expect(config.data_dir).toBe(join(folder, 'store'))
    expect(config.logging.file).toBe(join(folder, 'etc/q.log'))
    expect(config.setup.library).toBe(join(folder, 'comics'))
    expect(config.database.sqlite.path).toBe(join(folder, 'q.db'))
  })

  test('the state folder of systemd is the default data directory', () => {
    const env = { STATE_DIRECTORY: '/var/lib/quire:/var/lib/other' }
    expect(load({ env }).config.database.sqlite.path).toBe('/var/lib/quire/quire.db')
    expect(load({ env, flags: { data_dir: 'here' } }).config.data_dir).toBe(join(folder, 'here'))
  })

  test('secrets are read from variables or from files', () => {
    writeSettings('jwt', `${longSecret}\n`)
    const { config, sources } = load({
      env: {
        SERVICE_AUTH__JWT_SECRET_FILE: 'jwt',
        SERVICE_DATABASE__POSTGRES__PASSWORD: ' 0123 # ',
        SERVICE_DATABASE__TYPE: 'postgres',
        SERVICE_ENCRYPTION_KEY: key32,
      },
    })
    expect(config.auth.jwt_secret).toBe(longSecret)
    expect(config.database.postgres.password).toBe(' 0123 # ')
    expect(config.encryption_key).toBe(key32)
    expect(sources['auth.jwt_secret']).toBe('SERVICE_AUTH__JWT_SECRET_FILE')
  })
})

const values: [key: OptionKey, text: string, value: unknown][] = [
  ['server.port', ' 80 ', 80],
  ['server.port', '0', 0],
  ['metrics.public', 'yes', true],
  ['metrics.public', 'FALSE', false],
  ['metrics.public', '', false],
  ['logging.level', 'TRACE', 'trace'],
  ['logging.file', '  ', undefined],
  ['server.base_path', '/', ''],
  ['server.base_path', 'quire/', '/quire'],
  ['server.base_path', '/a/b.c', '/a/b.c'],
  ['server.public_url', 'https://books.example.org/quire/', 'https://books.example.org/quire'],
  ['server.trusted_proxies', '10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ['server.trusted_proxies', '[fd00::/8]', ['fd00::/8']],
  ['server.trusted_proxies', '', []],
  ['setup.library', '/books', '/books'],
]
test.each(values)('%s reads %p from the environment', (key, text, value) => {
  const name = `SERVICE_${key.replaceAll('.', '__').toUpperCase()}`
  expect(getValue(load({ env: { [name]: text } }).config, key)).toEqual(value)
})

const invalidValues: [key: OptionKey, text: string, problem: string][] = [
  ['server.port', '65536', 'server.port must be a whole number from 0 to 65535, not "65536"'],
  ['server.port', '8e3', 'must be a whole number'],
  ['server.port', '${PORT}', 'not "${PORT}"'],
  ['metrics.public', 'maybe', 'must be true or false, not "maybe"'],
  ['logging.level', 'warning', 'must be one of: error, warn, info, debug, trace'],
  ['database.type', 'mysql', 'must be one of: sqlite, postgres'],
  ['server.base_path', '/a b', 'must be a path such as /quire'],
  ['server.base_path', '/../x', 'must be a path such as /quire'],
  ['server.public_url', 'books.example.org', 'must be a URL'],
  ['server.public_url', 'javascript:alert(1)', 'must be a URL'],
  [
    'server.trusted_proxies',
    '10.0.0.0/33',
    'must be a comma-separated list of addresses or networks',
  ],
  [
    'server.trusted_proxies',
    'proxy.local',
    'must be a comma-separated list of addresses or networks',
  ],
  ['data_dir', '~/data', 'must be an absolute path'],
  ['server.host', 'a\nb', 'must be one line of text'],
  ['providers.proxy', 'socks5://127.0.0.1:1080', 'must be a URL such as'],
  ['providers.proxy', 'http://proxy.example.org:3128/path', 'must be a URL such as'],
  ['providers.contact', 'Ann (ann@example.org)', 'must be an email address or a URL'],
  ['providers.contact', 'a\r\nx-header: 1', 'must be an email address or a URL'],
  ['providers.anilist.base', 'https://ann:pass@example.org', 'must not contain a username'],
  ['auth.jwt_secret', 'x'.repeat(5000), 'must not be longer than 4096 characters'],
]
test.each(
  invalidValues.map(([key, text, problem]) => [key, text.slice(0, 40), text, problem] as const),
)('%s rejects %p', (key, _, text, problem) => {
  const [only, ...more] = listProblems({ flags: { [key]: text } })
  expect(only).toContain(`command line: ${key} `)
  expect(only).toContain(problem)
  expect(more).toEqual([])
})

test.each<[OptionKey, string]>([
  ['server.trusted_proxies', '10.0.0.1 10.0.0.2'],
  ['server.trusted_proxies', '10.0.0.1;10.0.0.2'],
  ['jobs.kinds', 'scan_library make_thumbnails'],
  ['notifications.allowed_hosts', 'gotify.lan; ntfy.lan'],
  ['plugins.private_hosts', 'http://gotify.lan'],
])('M9: the message about %s of %p says how lists are written', (key, text) => {
  const [only] = listProblems({ flags: { [key]: text } })
  expect(only).toContain('must be a comma-separated list of ')
})

const invalidKeys = [
  'short',
  '',
  key32.slice(0, -1),
  `${key32}=`,
  Buffer.alloc(31).toString('base64'),
]
test.each(invalidKeys.filter((key) => key !== ''))('the encryption key rejects %p', (key) => {
  const [problem] = listProblems({ env: { SERVICE_ENCRYPTION_KEY: key } })
  expect(problem).toContain('encryption_key must be 32 bytes as base64')
  expect(problem).not.toContain(`"${key}"`)
})

test('problems never reveal secrets', () => {
  writeSettings(
    'service.yaml',
    'encryption_key: hunter2-hunter2\nauth:\n  jwt_secret: [hunter2-hunter2]\n',
  )
  const problems = listProblems({
    flags: { 'server.public_url': 'https://ann:hunter2-hunter2@example.org' },
  })
  expect(problems).toHaveLength(3)
  expect(problems.join('\n')).not.toContain('hunter2')
})

const invalidFiles: [text: string, problem: string][] = [
  [
    'server:\n  prot: 1\n',
    'service.yaml:2: unknown setting "server.prot"; did you mean server.port?',
  ],
  [
    'jwt_secret: x\n',
    'service.yaml:1: unknown setting "jwt_secret"; did you mean auth.jwt_secret?',
  ],
  ['databse:\n  type: sqlite\n', 'did you mean database?'],
  ['zzzzzzzzzz: 1\n', 'service.yaml:1: unknown setting "zzzzzzzzzz"'],
  ['__proto__: 1\n', 'unknown setting "__proto__"'],
  ['server: 8080\n', 'service.yaml:1: server must contain settings of the form "name: value"'],
  ['server:\n  port: { a: 1 }\n', 'service.yaml:2: server.port must be a single value'],
  ['server:\n  port: [1]\n', 'server.port must be a single value, not a list'],
  ['server:\n  port: eighty\n', 'service.yaml:2: server.port must be a whole number'],
  ['server:\n  trusted_proxies: [[10.0.0.1]]\n', 'server.trusted_proxies must be a single value'],
  ['just words\n', 'the file must contain settings'],
  ['- a\n', 'the file must contain settings'],
  ['server:\n\tport: 1\n', 'service.yaml:2:1: this line starts with a tab; use spaces'],
  ['server:\n  port: 1\n  port: 2\n', 'service.yaml:3:3: duplicate name'],
  ['auth:\n  jwt_secret: "abc\n', 'a quote, a bracket or a ":" is missing'],
  ['data_dir: "C:\\quire"\n', 'use single quotes'],
  ['data_dir: a: b\n', 'service.yaml:1:11: this line has a second ": "'],
  ['data_dir: a\n---\ndata_dir: b\n', 'starts a second document'],
  ['data_dir: *nowhere\n', 'data_dir must be a single value'],
  [`data_dir: ${'['.repeat(100_000)}`, 'service.yaml'],
  [`# ${'x'.repeat(300_000)}\n`, 'is larger than 256 KB'],
  ['data_dir: \u0000\n', 'is not a text file'],
]
test.each(invalidFiles.map(([text, problem]) => [text.slice(0, 40), text, problem] as const))(
  'the file %j stops startup with a location and a message',
  (_, text, problem) => {
    writeSettings('service.yaml', text)
    const [first, ...more] = listProblems()
    expect(first).toContain(problem)
    expect(more).toEqual([])
  },
)

test('a file that is not UTF-8 stops startup', () => {
  writeSettings('service.yaml', Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]))
  expect(listProblems()[0]).toContain('is not UTF-8')
})

test('aliases are resolved and cannot expand a small file', () => {
  const bomb = Array.from({ length: 30 }, (_, n) => `  - &a${n + 1} [*a${n}, *a${n}]`).join('\n')
  writeSettings(
    'service.yaml',
    `data_dir: &a0 here\nlogging: { file: *a0 }\nserver:\n  trusted_proxies:\n${bomb}\n`,
  )
  expect(listProblems()).toEqual([
    expect.stringContaining('server.trusted_proxies must be a single value'),
  ])
  writeSettings('service.yaml', 'data_dir: &a0 here\nlogging: { file: *a0 }\n')
  expect(load().config.logging.file).toBe(join(folder, 'here'))
})

test('problems of all sources are reported together', () => {
  writeSettings('service.yaml', 'server:\n  port: x\n  hots: y\n')
  writeSettings('service.local.yaml', 'metrics:\n  public: z\n')
  const problems = listProblems({
    env: { SERVICE_JOBS__WORKERS: 'many', SERVICE_AUTH__JWT_SECRET_FILE: 'absent' },
    flags: { 'logging.levle': 'info' },
  })
  expect(problems.map((problem) => problem.split(': ')[0])).toEqual([
    'service.yaml:2',
    'service.yaml:3',
    'service.local.yaml:2',
    'SERVICE_JOBS__WORKERS',
    'SERVICE_AUTH__JWT_SECRET_FILE',
    'command line',
  ])
  expect(problems.at(-1)).toContain('did you mean logging.level?')
})

test('a named settings file must exist', () => {
  expect(listProblems({ configFile: 'gone.yaml' })).toEqual([
    `--config: settings file not found: ${join(folder, 'gone.yaml')}`,
  ])
  expect(listProblems({ env: { SERVICE_CONFIG: '.' } })[0]).toContain('is a folder, not a file')
})

const secretFiles: [content: string | undefined, env: Record<string, string>, problem: string][] = [
  [undefined, {}, 'does not exist'],
  ['\n', {}, 'is empty'],
  ['a\nb\n', {}, 'must be one line of text'],
  [longSecret, { SERVICE_AUTH__JWT_SECRET: longSecret }, 'SERVICE_AUTH__JWT_SECRET is set as well'],
]
test.each(secretFiles)('a secret file %j with %j is rejected', (content, more, problem) => {
  if (content !== undefined) writeSettings('jwt', content)
  expect(listProblems({ env: { SERVICE_AUTH__JWT_SECRET_FILE: 'jwt', ...more } })).toEqual([
    expect.stringContaining(problem),
  ])
})

const contradictingSettings: [env: Record<string, string>, problem: string][] = [
  [{ SERVICE_DATABASE__TYPE: 'postgres' }, 'auth.jwt_secret must be set'],
  [
    { SERVICE_SETUP__ADMIN_USERNAME: 'ann', SERVICE_SETUP__ADMIN_PASSWORD: 'long enough' },
    'setup.admin_email must be set as well',
  ],
  [
    {
      SERVICE_SETUP__ADMIN_USERNAME: 'ann',
      SERVICE_SETUP__ADMIN_EMAIL: 'ann@example.org',
      SERVICE_SETUP__ADMIN_PASSWORD: 'short',
    },
    'setup.admin_password must have at least 8 characters',
  ],
  [
    { SERVICE_NOTIFICATIONS__SMTP__HOST: 'mail.example.org' },
    'notifications.smtp.from must be set as well',
  ],
  [
    {
      SERVICE_NOTIFICATIONS__SMTP__HOST: 'mail.example.org',
      SERVICE_NOTIFICATIONS__SMTP__FROM: 'Quire <books@example.org>',
      SERVICE_NOTIFICATIONS__SMTP__USER: 'quire',
    },
    'notifications.smtp.user and notifications.smtp.password must be set together',
  ],
  [
    {
      SERVICE_DATABASE__TYPE: 'postgres',
      SERVICE_AUTH__JWT_SECRET: longSecret,
      SERVICE_DATABASE__POSTGRES__READ_PORT: '5433',
    },
    'database.postgres.read_host must be set as well',
  ],
]
test.each(contradictingSettings)('%j contradict each other', (env, problem) => {
  expect(listProblems({ env })).toEqual([expect.stringContaining(problem)])
})

const settingsWithWarning: [name: string, input: Partial<LoadInput>, warning: string][] = [
  ['a placeholder', { flags: { data_dir: '${DATA}' } }, 'data_dir contains a placeholder'],
  [
    'a short secret',
    { env: { SERVICE_AUTH__JWT_SECRET: 'short' } },
    'SERVICE_AUTH__JWT_SECRET: auth.jwt_secret is shorter than 32',
  ],
  [
    'an unknown variable',
    { env: { SERVICE_SERVER_PORT: '1' } },
    'did you mean SERVICE_SERVER__PORT?',
  ],
  [
    'a variable of other software',
    { env: { SERVICE_DISCOVERY_ADDR: '1' } },
    'unknown variable, ignored',
  ],
  [
    'a _FILE variable of a setting that is not secret',
    { env: { SERVICE_SERVER__PORT_FILE: 'x' } },
    'unknown variable, ignored',
  ],
  [
    'PostgreSQL settings with sqlite',
    { env: { SERVICE_DATABASE__POSTGRES__HOST: 'db' } },
    'is ignored because',
  ],
  [
    'a replica with sqlite',
    { env: { SERVICE_DATABASE__POSTGRES__READ_HOST: 'db' } },
    'is ignored because',
  ],
]
test.each(settingsWithWarning)('%s only causes a warning', (_, input, warning) => {
  const warnings = listWarnings(input)
  expect(warnings).toEqual([expect.stringContaining(warning)])
  expect(warnings.join()).not.toContain('"short"')
})

test('a placeholder secret is kept, with warnings that hide it', () => {
  writeSettings('service.yaml', 'auth:\n  jwt_secret: ${JWT_SECRET}\n')
  expect(load().config.auth.jwt_secret).toBe('${JWT_SECRET}')
  const warnings = listWarnings()
  expect(warnings).toHaveLength(2)
  expect(warnings[0]).toContain('service.yaml:2: auth.jwt_secret contains a placeholder')
  expect(warnings.join()).not.toContain('JWT_SECRET}')
})

test('B5: a placeholder that another source replaces causes no warning', () => {
  writeSettings('service.yaml', 'auth:\n  jwt_secret: ${JWT_SECRET}\n')
  writeSettings('service.local.yaml', `auth:\n  jwt_secret: ${longSecret}\n`)
  expect(listWarnings()).toEqual([])
})

test('a secret on the command line causes a warning', () => {
  expect(listWarnings({ flags: { 'auth.jwt_secret': longSecret } })).toEqual([
    expect.stringContaining('is visible to every user'),
  ])
})
