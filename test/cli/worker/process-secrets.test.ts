/** Processes that do not belong to the installation of a database do not start. */
import { afterEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '../../../src/cli/doctor/doctor-finding'
import { dialect } from '../../../src/platform/db/dialect'
import { storeInstallation } from '../../../src/platform/db/installation'
import { connectPostgres, openPostgres } from '../../../src/platform/db/postgres/postgres'
import { openSqlite } from '../../../src/platform/db/sqlite/sqlite'
import { deriveKey, keyIdKey } from '../../../src/platform/secrets/encryption-key'
import { end, endChildren, findRefusal, run, serve } from './children'
import { startS3Server } from '../../support/s3-server'
import { waitUntilSettled } from '../../support/wait-until'
import { type Installation, newInstallation, readOptions } from './processes'

setDefaultTimeout(90_000)

afterEach(endChildren)

const key = (letter: string) => Buffer.from(letter.repeat(32)).toString('base64')
const otherSecret = { SERVICE_AUTH__JWT_SECRET: 'another secret that is long enough for a server' }
const otherFolder = () => ({ SERVICE_DATA_DIR: mkdtempSync(join(tmpdir(), 'other-')) })

/** Counts the processes that wait for a table. */
async function countWaiting(installation: Installation) {
  const client = connectPostgres(readOptions(installation))
  const [row] = await client<{ processes: number }[]>`
    select count(distinct application_name)::int as processes from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await client.end()
  return row!.processes
}

/** Makes the database one whose credentials were encrypted with this key. */
async function storeKeyId(installation: Installation, letter: string) {
  const store =
    dialect === 'sqlite'
      ? openSqlite(join(installation.folder, 'data', 'quire.db'))
      : openPostgres(connectPostgres(readOptions(installation)))
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
      ).toContain('encryption_key: differs')
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

  test('of several that replace the secret at once, one starts', async () => {
    const installation = await newEmpty()
    await end(await serve(installation))
    const secrets = ['one', 'two', 'three'].map((word) => `the secret ${word} that is long enough`)
    const client = connectPostgres(readOptions(installation))
    const started = await client.begin(async (tx) => {
      // They wait for the table until all of them are connected.
      await tx`lock table installation in access exclusive mode`
      const running = await Promise.all(
        secrets.map((secret) =>
          run(installation, ['worker'], { SERVICE_AUTH__JWT_SECRET: secret }),
        ),
      )
      await waitUntilSettled(async () => (await countWaiting(installation)) === secrets.length)
      return running
    })
    await client.end()
    const codes = () => started.map(({ child }) => child.exitCode).filter((code) => code !== null)
    await waitUntilSettled(() => codes().length >= 2)
    // The remaining one has been accepted, and is not refused later.
    await Bun.sleep(6_000)
    expect(codes()).toEqual([78, 78])
  })

  test('a process that is being stopped is waited for', async () => {
    const installation = await newEmpty()
    await end(await serve(installation))
    const client = connectPostgres(readOptions(installation))
    await client.unsafe(`set application_name = 'quire 0000000f'`)
    const { child } = await run(installation, ['worker'], otherSecret)
    await Bun.sleep(3_000)
    expect(child.exitCode).toBeNull()
    await client.end()
    expect(await findRefusal(installation, ['worker'])).toContain('auth.jwt_secret: differs')
    expect(child.exitCode).toBeNull()
  })
})

describe.if(dialect === 'postgres')('with files in a bucket', () => {
  test('processes with their own data folders belong together', async () => {
    const s3 = await startS3Server()
    const inBucket = {
      SERVICE_STORAGE__TYPE: 's3',
      SERVICE_STORAGE__S3__ENDPOINT: s3.settings['storage.s3.endpoint']!,
      SERVICE_STORAGE__S3__REGION: s3.settings['storage.s3.region']!,
      SERVICE_STORAGE__S3__BUCKET: s3.settings['storage.s3.bucket']!,
      SERVICE_STORAGE__S3__ACCESS_KEY_ID: s3.settings['storage.s3.access_key_id']!,
      SERVICE_STORAGE__S3__SECRET_ACCESS_KEY: s3.settings['storage.s3.secret_access_key']!,
    }
    const installation = await newEmpty({ ...inBucket, SERVICE_ENCRYPTION_KEY: key('a') })
    await serve(installation)
    expect(s3.objects.has('instance-id')).toBe(true)
    await serve(installation, otherFolder())
    const withoutKey = { ...otherFolder(), SERVICE_ENCRYPTION_KEY: '' }
    expect(await findRefusal(installation, ['worker'], withoutKey)).toContain(
      'encryption_key: must be set',
    )
    const inFolder = { SERVICE_STORAGE__TYPE: 'folder' }
    expect(await findRefusal(installation, ['worker'], inFolder)).toContain('storage.type: differs')
    expect(
      await findRefusal(installation, ['worker'], { ...inFolder, ...otherFolder() }),
    ).toContain('data_dir: The folder')
    const foreign = s3.objects.get('instance-id')!
    s3.objects.set('other/instance-id', { ...foreign, bytes: new Uint8Array(Buffer.from('x')) })
    const inOther = { SERVICE_STORAGE__S3__PREFIX: 'other' }
    expect(await findRefusal(installation, ['worker'], inOther)).toContain(
      'storage.s3.bucket: the bucket belongs to another database',
    )
    await s3.stop()
    // An outage keeps no process from starting.
    await serve(installation)
  })
})

describe.if(dialect === 'postgres')('before credentials are stored', () => {
  test('the key can be corrected and removed again', async () => {
    const installation = await newEmpty()
    await end(await serve(installation, { SERVICE_ENCRYPTION_KEY: key('a') }))
    await end(await serve(installation, { SERVICE_ENCRYPTION_KEY: key('b') }))
    await serve(installation)
    expect(await findCredentialFinding(installation)).toMatchObject({
      message: 'No credentials are stored.',
    })
    expect(
      await findRefusal(installation, ['worker'], { SERVICE_ENCRYPTION_KEY: key('a') }),
    ).toContain('encryption_key: differs')
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
