/** The `quire doctor` check for plugin confinement: starts a small test plugin. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { detectConfinement } from '../../ingest/sandbox/detect-confinement'
import { startSandbox } from '../../ingest/sandbox/sandbox'
import type { Config } from '../../platform/config/model'
import type { Finding } from './doctor-finding'

const check = 'plugins'
const timeoutMs = 30_000

/** A plugin that tries to read a file outside its folder and returns the text of the file. */
const testProgram = `
const { readFileSync } = require('node:fs')
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'shutdown') process.exit(0)
  let result
  try { result = { text: readFileSync(params.path, 'utf8') } } catch { result = {} }
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
})
`

export async function checkPlugins({ data_dir: dataFolder }: Config): Promise<Finding[]> {
  const { isAvailable, reason = '', landlockVersion } = await detectConfinement()
  if (!isAvailable) return [createWarning(`Plugins cannot be confined on this system: ${reason}.`)]
  try {
    const parent = existsSync(dataFolder) ? dataFolder : tmpdir()
    const folder = mkdtempSync(join(parent, '.doctor-plugins-'))
    try {
      return [await tryProgram(folder, landlockVersion)]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  } catch (error) {
    return [createWarning(`Plugins cannot be started: ${(error as Error).message}`)]
  }
}

const createWarning = (message: string): Finding => ({
  check,
  state: 'warning',
  message,
  advice: 'Confinement needs Linux 5.13 or newer with Landlock and seccomp, also in containers.',
})

async function tryProgram(folder: string, landlockVersion: number): Promise<Finding> {
  const [codeFolder, dataFolder, secret] = ['code', 'data', 'secret.txt'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  for (const path of [codeFolder, dataFolder]) mkdirSync(path)
  writeFileSync(secret, 'secret')
  const entry = join(codeFolder, 'test.js')
  writeFileSync(entry, testProgram)
  const program = await startSandbox({
    entry,
    codeFolder,
    dataFolder,
    runtimeFolder: folder,
    isConfined: true,
    memoryMb: 256,
    fetch: () => Promise.reject(new Error('not allowed')),
    call: () => Promise.resolve(null),
  })
  try {
    const params = { path: secret }
    const answer = (await program.request('initialize', params, { timeoutMs })) as object
    return 'text' in answer
      ? { check, state: 'problem', message: 'Confined plugins can read server files.' }
      : { check, state: 'ok', message: `Plugins run confined (Landlock ${landlockVersion}).` }
  } finally {
    await program.end()
  }
}
