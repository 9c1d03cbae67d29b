/** `install.sh` from a server on this machine, with good and damaged downloads. */
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatPublicKey, generateSigningKey, signData } from '../../.ci/release/minisign'
import { checksumsName, getDownloadName, signatureName } from '../../.ci/release/model'
import {
  createFolder,
  getFile,
  releaseFolder,
  removeFolders,
  version,
} from './support/release-files'
import { releaseTest } from './support/release-test'

setDefaultTimeout(120_000)

/** Answers that replace files of the release, by path. */
const replaced = new Map<string, string | Uint8Array>()
let server: ReturnType<typeof Bun.serve>
const download = `${version}/${getDownloadName(version, 'linux-x64')}`
const list = `${version}/${checksumsName}`
const signature = `${version}/${signatureName}`

beforeAll(() => {
  server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
})
afterAll(async () => {
  await server.stop(true)
  removeFolders()
})
afterEach(() => replaced.clear())

function answer(request: Request): Response {
  const path = new URL(request.url).pathname.slice(1)
  const other = replaced.get(path)
  if (other === '') return new Response('not found', { status: 404 })
  if (other !== undefined) return new Response(other as string)
  const name = path.startsWith(`${version}/`) ? path.slice(version.length + 1) : path
  const file = join(releaseFolder, name)
  return existsSync(file) ? new Response(Bun.file(file)) : new Response('no', { status: 404 })
}

const readList = () => readFileSync(getFile(checksumsName))
const script = () => readFileSync(getFile('install.sh'))

interface Run {
  code: number
  output: string
  /** Path of the program, if it was installed. */
  installed: string | undefined
}

async function install(
  env: Record<string, string> = {},
  text: Uint8Array = script(),
): Promise<Run> {
  const folder = createFolder()
  const child = Bun.spawn(['sh'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      QUIRE_FROM: server.url.href.replace(/\/$/, ''),
      QUIRE_DIR: join(folder, 'bin'),
      ...env,
    },
    stdin: Buffer.from(text),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ])
  const program = join(folder, 'bin', 'quire')
  return { code, output: out + err, installed: existsSync(program) ? program : undefined }
}

async function expectRefusal(run: Promise<Run>, message: string) {
  const { code, output, installed } = await run
  expect(output).toContain(message)
  expect([code === 0, installed]).toEqual([false, undefined])
}

const needs = { release: true, programs: ['sh', 'curl', 'gzip', 'awk'] }
const withMinisign = { ...needs, programs: [...needs.programs, 'minisign'] }

describe('install.sh', () => {
  releaseTest('installs the newest version', needs, async () => {
    const { code, output, installed } = await install()
    expect([code, output]).toEqual([0, expect.stringContaining(`Installed Quire ${version}`)])
    const { stdout } = Bun.spawnSync([installed!, 'version'], { env: {} })
    expect(stdout.toString()).toStartWith(`quire ${version}`)
  })

  releaseTest('refuses a damaged download', needs, async () => {
    const bytes = readFileSync(getFile(getDownloadName(version, 'linux-x64')))
    bytes[bytes.length >> 1]! ^= 1
    replaced.set(download, bytes)
    await expectRefusal(install(), 'the download is damaged')
  })

  releaseTest('refuses a download that was cut short', needs, async () => {
    const bytes = readFileSync(getFile(getDownloadName(version, 'linux-x64')))
    replaced.set(download, bytes.subarray(0, bytes.length >> 1))
    await expectRefusal(install(), 'the download is damaged')
  })

  releaseTest('refuses a version that is not there', needs, async () => {
    await expectRefusal(
      install({ QUIRE_VERSION: '9.9.9' }),
      'version 9.9.9 could not be downloaded',
    )
    await expectRefusal(install({ QUIRE_VERSION: '../evil' }), 'no version was found')
    replaced.set('latest.json', '<html>sign in to this network</html>')
    await expectRefusal(install(), 'no version was found')
  })

  releaseTest('does nothing if it was cut short itself', needs, async () => {
    const text = script()
    // Everywhere except in the comments at the start, and before the last line.
    const last = text.lastIndexOf('\nmain\n')
    for (let share = 1; share < 20; share++) {
      const { installed } = await install({}, text.subarray(0, Math.floor((last * share) / 20)))
      expect([share, installed]).toEqual([share, undefined])
    }
  })
})

describe('install.sh with minisign', () => {
  const key = generateSigningKey()
  const env = { QUIRE_KEY: formatPublicKey(key) }
  const sign = (comment = `quire ${version} commit`) => signData(readList(), key, comment)

  releaseTest('accepts a signed release', withMinisign, async () => {
    replaced.set(signature, sign())
    const { code, output } = await install(env)
    expect([code, output]).toEqual([0, expect.stringContaining(`Installed Quire ${version}`)])
  })

  releaseTest('refuses a changed list of checksums', withMinisign, async () => {
    replaced.set(signature, sign())
    replaced.set(
      list,
      readList()
        .toString()
        .replace(/^0|^./, (digit) => (digit === '0' ? '1' : '0')),
    )
    await expectRefusal(install(env), 'the signature is wrong')
  })

  releaseTest('refuses the signature of another key', withMinisign, async () => {
    replaced.set(signature, sign())
    const other = { QUIRE_KEY: formatPublicKey(generateSigningKey()) }
    await expectRefusal(install(other), 'the signature is wrong')
  })

  releaseTest('refuses the signature of another version', withMinisign, async () => {
    replaced.set(signature, sign('quire 9.9.9 commit'))
    await expectRefusal(install(env), 'the signature is of another version')
  })

  releaseTest('refuses a release without a signature', withMinisign, async () => {
    replaced.set(signature, '')
    await expectRefusal(install(env), 'the signature could not be downloaded')
  })
})
