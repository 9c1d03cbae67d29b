import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { runConfigCommand } from '../../../src/cli/config'
import { renderExampleFile } from '../../../src/platform/config/example'
import { loadConfig } from '../../../src/platform/config/load'
import { redactConfig } from '../../../src/platform/config/redact-config'

const root = mkdtempSync(join(tmpdir(), 'quire-command-'))
let folder = ''
let nextFolder = 0

beforeEach(() => {
  folder = join(root, String(nextFolder++))
  mkdirSync(folder)
  writeFileSync(join(folder, 'service.yaml'), 'server:\n  port: 9000\n')
})
afterAll(() => rmSync(root, { recursive: true }))

async function run(args: string, env: Record<string, string> = {}) {
  const text = { out: '', err: '' }
  const code = await runConfigCommand(args.split(' '), {
    env,
    cwd: folder,
    out: (more) => (text.out += more),
    err: (more) => (text.err += more),
  })
  return { code, ...text }
}

const secrets = {
  SERVICE_AUTH__JWT_SECRET: 'an-access-token-secret-of-over-32-characters',
  SERVICE_DATABASE__POSTGRES__PASSWORD: 'correct horse battery',
  SERVICE_DATABASE__TYPE: 'postgres',
  SERVICE_ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
  SERVICE_SETUP__ADMIN_USERNAME: 'ann',
  SERVICE_SETUP__ADMIN_EMAIL: 'ann@example.org',
  SERVICE_SETUP__ADMIN_PASSWORD: 'staple staple',
}
const secretTexts = [
  secrets.SERVICE_AUTH__JWT_SECRET,
  secrets.SERVICE_DATABASE__POSTGRES__PASSWORD,
  secrets.SERVICE_ENCRYPTION_KEY,
  secrets.SERVICE_SETUP__ADMIN_PASSWORD,
]

const exitCodes: [args: string, env: Record<string, string>, code: number][] = [
  ['check', {}, 0],
  ['check --strict', {}, 0],
  ['check', { SERVICE_AUTH__JWT_SECRET: 'short' }, 0],
  ['check --strict', { SERVICE_AUTH__JWT_SECRET: 'short' }, 78],
  ['check --strict', { SERVICE_SREVER__PORT: '1' }, 78],
  ['check', { SERVICE_SERVER__PORT: 'x' }, 78],
  ['print', { SERVICE_SERVER__PORT: 'x' }, 78],
  ['check --set nonsense', {}, 78],
  ['check --nonsense', {}, 64],
  ['check more', {}, 64],
  ['explain', {}, 64],
  ['--help', {}, 0],
]
test.each(exitCodes)('config %s with %j exits with %d', async (args, env, code) => {
  expect((await run(args, env)).code).toBe(code)
})

describe.each(['check', 'print'])('config %s', (action) => {
  test('shows whether secrets are set, never their values', async () => {
    const { out, err } = await run(action, secrets)
    for (const secret of secretTexts) expect(out + err).not.toContain(secret)
    expect(out).toContain('jwt_secret: "<redacted>"')
    expect(out).toContain('public_url: "<unset>"')
  })

  test('prints YAML in the shape of the settings', async () => {
    const { out } = await run(`${action} --port 9001`, secrets)
    const { config } = loadConfig({ env: secrets, cwd: folder, flags: { 'server.port': '9001' } })
    expect(parse(out) as unknown).toEqual(redactConfig(config))
  })
})

test('config print shows the source of each value', async () => {
  const { out } = await run('print --set scan.workers=3', { SERVICE_SERVER__HOST: '::1' })
  expect(out).toContain('port: 9000  # service.yaml:2\n')
  expect(out).toContain('host: "::1"  # SERVICE_SERVER__HOST\n')
  expect(out).toContain('workers: 3  # command line\n')
  expect(out).toContain('quality: 75  # default\n')
})

test('config check --quiet prints nothing when the settings are valid', async () => {
  expect(await run('check --quiet')).toEqual({ code: 0, out: '', err: '' })
})

test('config init writes the example once, readable by its owner only', async () => {
  const file = join(folder, 'new.yaml')
  expect((await run('init new.yaml')).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(renderExampleFile())
  expect(statSync(file).mode & 0o777).toBe(0o600)
  writeFileSync(file, 'mine')
  const refused = await run('init new.yaml')
  expect(refused).toMatchObject({ code: 73, err: expect.stringContaining('--force') as string })
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect((await run('init --force new.yaml')).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(renderExampleFile())
  expect((await run('init absent/new.yaml')).code).toBe(73)
})
