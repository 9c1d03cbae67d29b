/** Processes that do not belong to the installation of a database do not start. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Subprocess } from 'bun'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '../../../src/cli/doctor/doctor-finding'
import { dialect } from '../../../src/platform/db/dialect'
import { storeInstallation } from '../../../src/platform/db/installation'
import { connectPostgres, openPostgres } from '../../../src/platform/db/postgres/postgres'
import { openSqlite } from '../../../src/platform/db/sqlite/sqlite'
import { deriveKey, keyIdKey } from '../../../src/platform/secrets/encryption-key'
import { findFreePort } from '../../support/free-port'
import { programCommand } from '../../support/program'
import { waitUntilSettled } from '../../support/wait-until'
import { type Installation, newInstallation } from './processes'

setDefaultTimeout(90_000)

const children = new Set<Subprocess>()
afterEach(() => Promise.all([...children].map((child) => end(child, 'SIGKILL'))))

const key = (letter: string) => Buffer.from(letter.repeat(32)).toString('base64')
const otherSecret = { SERVICE_AUTH__JWT_SECRET: 'another secret that is long enough for a server' }
const otherFolder = () => ({ SERVICE_DATA_DIR: mkdtempSync(join(tmpdir(), 'other-')) })

async function run(installation: Installation, words: string[], env: Record<string, string> = {}) {
  const port = await findFreePort()
  const child = Bun.spawn([...programCommand, ...words], {
    env: {
      PATH: process.env['PATH'] ?? '',
      SERVICE_SERVER__PORT: String(port),
      ...installation.env,
      ...env,
    },
    cwd: installation.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  return { child, port }
}

async function end(child: Subprocess, signal: NodeJS.Signals = 'SIGTERM') {
  child.kill(signal)
  await child.exited
  children.delete(child)
}

async function serve(installation: Installation, env: Record<string, string> = {}) {
  const { child, port } = await run(installation, ['serve'], env)
  await waitUntilSettled(async () => {
    if (child.exitCode !== null) throw new Error(await new Response(child.stderr).text())
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/setup/status`).catch(
      () => undefined,
    )
    return response?.ok
  })
  return child
}

/** Returns the output of a process that refuses to start. */
async function findRefusal(installation: Installation, words: string[], env = {}) {
  const { child } = await run(installation, words, env)
  const text = await new Response(child.stderr).text()
  expect(await child.exited).toBe(78)
  return text
}

/** Makes the database one whose credentials were encrypted with this key. */
async function storeKeyId({ folder, env }: Installation, letter: string) {
  const { SERVICE_DATABASE__POSTGRES__HOST: host = '', ...more } = env
  const store =
    dialect === 'sqlite'
      ? openSqlite(join(folder, 'data', 'quire.db'))
      : openPostgres(
          connectPostgres({
            host,
            port: Number(more['SERVICE_DATABASE__POSTGRES__PORT']),
            username: more['SERVICE_DATABASE__POSTGRES__USERNAME'] ?? '',
            password: '',
            maxConnections: 1,
            database: more['SERVICE_DATABASE__POSTGRES__DATABASE'] ?? '',
          }),
        )
  const { id } = await deriveKey(key(letter))
  await store.write((tx) => storeInstallation(tx, keyIdKey, id))
  await store.close()
}

async function findCredentialFinding(installation: Installation, env = {}) {
  const { child } = await run(installation, ['doctor', '--json'], env)
  const { findings } = (await new Response(child.stdout).json()) as { findings: Finding[] }
  return findings.find(({ check }) => check === 'stored credentials')
}

const newEmpty = (env = {}) => newInstallation(env, { isEmpty: true })

describe.if(dialect === 'postgres')('beside a running server', () => {
  test('another secret, another key or another data folder is refused', async () => {
    const installation = await newEmpty({ SERVICE_ENCRYPTION_KEY: key('a') })
    await serve(installation)
    for (const words of [['serve'], ['worker']]) {
      expect(await findRefusal(installation, words, otherSecret)).toContain(
        'auth.jwt_secret: differs',
      )
      expect(
        await findRefusal(installation, words, { SERVICE_ENCRYPTION_KEY: key('b') }),
      ).toContain('encryption_key: This is not the key')
      expect(await findRefusal(installation, words, otherFolder())).toContain(
        'data_dir: The folder',
      )
    }
    await serve(installation)
  })

  test('another secret is accepted when no process uses the previous one', async () => {
    const installation = await newEmpty()
    await end(await serve(installation))
    await serve(installation, otherSecret)
    expect(await findRefusal(installation, ['serve'])).toContain('auth.jwt_secret: differs')
  })
})

describe('the key of stored credentials', () => {
  test('in the settings must be the right one', async () => {
    const installation = await newEmpty({ SERVICE_ENCRYPTION_KEY: key('a') })
    await end(await serve(installation))
    await storeKeyId(installation, 'a')
    const other = { SERVICE_ENCRYPTION_KEY: key('b') }
    expect(await findRefusal(installation, ['serve'], other)).toContain(
      'encryption_key: This is not the key',
    )
    expect(await findCredentialFinding(installation, other)).toMatchObject({ state: 'problem' })
    expect(await findCredentialFinding(installation)).toMatchObject({ state: 'ok' })
    await serve(installation)
  })

  test('in its file may be lost: the server starts, and doctor says so', async () => {
    const installation = await newEmpty()
    await end(await serve(installation))
    await storeKeyId(installation, 'a')
    expect(await findCredentialFinding(installation)).toMatchObject({
      state: 'warning',
      message: expect.stringContaining('quire secrets reset'),
    })
    writeFileSync(join(installation.folder, 'data', 'secret.key'), key('b'))
    expect(await findCredentialFinding(installation)).toMatchObject({ state: 'warning' })
    writeFileSync(join(installation.folder, 'data', 'secret.key'), key('a'))
    expect(await findCredentialFinding(installation)).toMatchObject({ state: 'ok' })
    await serve(installation)
  })
})
