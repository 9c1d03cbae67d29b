/** Runs `quire plugin` as a separate program. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { examplePlugin, packTar } from '../ingest/plugins/example-plugin'
import { programCommand } from '../support/program'

// Allows more time, because these tests start programs.
setDefaultTimeout(60_000)

const folder = mkdtempSync(join(tmpdir(), 'quire-plugin-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const noPlugin = import.meta.path

const run = (...words: string[]) => runProgram('plugin', ...words)
beforeAll(async () => expect(await runProgram('migrate')).toMatchObject({ code: 0 }))

async function runProgram(...words: string[]) {
  const started = Bun.spawn([...programCommand, ...words], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, code] = await Promise.all([
    new Response(started.stdout).text(),
    new Response(started.stderr).text(),
    started.exited,
  ])
  return { out, err, code }
}

async function writeFolder(name: string, files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, name, path.replace('package/', ''))
    mkdirSync(dirname(file), { recursive: true })
    await Bun.write(file, text)
  }
  return join(folder, name)
}

test('a folder is installed, allowed, enabled, tested and removed', async () => {
  const path = await writeFolder('mine', {
    ...examplePlugin({ name: 'mine' }),
    'package/node_modules/other/index.js': 'left out',
  })
  const installed = await run('install', path, '--allow-unconfined')
  expect([installed.code, installed.err]).toEqual([0, ''])
  expect(installed.out).toContain('Installed Example 1.0.0.')
  expect((await run('list')).out).toMatch(/^mine +1\.0\.0 +off {2}hosts: none\n$/)
  expect((await run('allow', 'mine', 'api.example.org')).out).toContain('hosts: api.example.org')
  expect(await run('enable', 'mine')).toMatchObject({ code: 0, out: 'Example is on\n' })
  const tested = await run('test', 'mine')
  expect([tested.code, tested.out]).toEqual([
    0,
    expect.stringContaining('"displayName": "Example"'),
  ])
  expect(await run('disable', 'mine')).toMatchObject({ code: 0, out: 'Example is off\n' })
  expect(await run('remove', 'mine')).toMatchObject({ code: 0, out: 'Removed mine.\n' })
  expect((await run('list')).out).toBe('')
})

test('an archive is installed under another name', async () => {
  const path = join(folder, 'plugin.tgz')
  await Bun.write(path, await packTar(examplePlugin()))
  const { out, code } = await run('install', path, '--name', 'other', '--allow-unconfined')
  expect([code, out]).toEqual([0, expect.stringContaining('\nother ')])
})

test.each([
  ['an archive that is none', ['install', noPlugin], 1, 'This is not a plugin'],
  ['a file that is missing', ['install', '/nowhere.tgz'], 1, 'nowhere'],
  ['a name that is unknown', ['enable', 'nobody'], 1, 'There is no plugin "nobody"'],
  ['a host that is none', ['allow', 'other', 'a b'], 1, 'must be a host name'],
  ['no name', ['enable'], 64, 'Usage:'],
  ['an unknown action', ['fly', 'x'], 64, 'Usage:'],
])('%s is refused', async (_, words, code, text) => {
  const result = await run(...words)
  expect([result.code, result.err]).toEqual([code, expect.stringContaining(text)])
})
