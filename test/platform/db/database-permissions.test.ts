/** File permissions of the database on a machine with several users. */
import { afterAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pino from 'pino'
import { checkDataFolder } from '../../../src/cli/doctor/doctor-machine'
import { loadConfig } from '../../../src/platform/config/load'
import type { Config } from '../../../src/platform/config/model'
import { openStore } from '../../../src/platform/db/open'
import { users } from '../../../src/accounts/users/schema'
import { dialect } from '../../../src/platform/db/dialect'

const umask = process.umask(0o022)
afterAll(() => void process.umask(umask))

/** Creates a data folder that everybody may enter, like a container or an administrator. */
function createConfig(): Config {
  const folder = mkdtempSync(join(tmpdir(), 'quire-permissions-'))
  const flags = {
    data_dir: join(folder, 'data'),
    'auth.jwt_secret': 'a secret for tests that is long enough to be one',
  }
  const { config } = loadConfig({ flags, env: {}, cwd: folder, systemFile: join(folder, 'none') })
  mkdirSync(dirname(config.database.sqlite.path), { recursive: true })
  chmodSync(config.data_dir, 0o755)
  return config
}

const listFiles = ({ database }: Config) =>
  ['', '-wal', '-shm'].map((suffix) => `${database.sqlite.path}${suffix}`)
const readModes = (config: Config) =>
  listFiles(config)
    .filter((file) => existsSync(file))
    .map((file) => (statSync(file).mode & 0o777).toString(8))
const log = pino({ level: 'silent' })

async function openAndWrite(config: Config) {
  const store = await openStore(config, log, { backup: false })
  await store.write((tx) => tx.delete(users))
  return store
}

const stateOf = (config: Config) =>
  checkDataFolder(config).find(({ check }) => check === 'permissions')?.state

describe.skipIf(dialect !== 'sqlite' || process.platform === 'win32')('the database', () => {
  test('D9: a new one is for its owner only, whatever the mode of its folder', async () => {
    const config = createConfig()
    const store = await openAndWrite(config)
    expect(readModes(config)).toEqual(['600', '600', '600'])
    await store.close()
  })

  test('D9: an existing one that others can read is corrected, and doctor reports it before', async () => {
    const config = createConfig()
    await (await openAndWrite(config)).close()
    for (const file of listFiles(config)) {
      if (!existsSync(file)) closeSync(openSync(file, 'a'))
      chmodSync(file, 0o644)
    }
    expect(stateOf(config)).toBe('problem')
    const store = await openAndWrite(config)
    expect(readModes(config)).toEqual(['600', '600', '600'])
    expect(stateOf(config)).toBe('ok')
    await store.close()
  })
})
