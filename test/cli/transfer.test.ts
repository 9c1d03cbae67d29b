/** `quire export` and `quire import` as separate programs on SQLite. */
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programCommand } from '../support/program'

// Allows more time, because each test starts programs.
setDefaultTimeout(30_000)

const folder = mkdtempSync(join(tmpdir(), 'transfer-cli-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function run(...args: string[]) {
  const child = Bun.spawn([...programCommand, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', SERVICE_LOGGING__LEVEL: 'error' },
    stdin: Buffer.from('correct horse battery\n'),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ])
  return { code, out, err }
}

test('a folder is exported and imported', async () => {
  expect(await run('migrate')).toMatchObject({ code: 0 })
  expect(await run('user', 'create', 'ann', 'ann@example.org')).toMatchObject({
    code: 0,
  })
  const made = await run('export', '--to', 'reading')
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toContain('users: 1, books: 0')
  const header = JSON.parse(readFileSync(join(folder, 'reading', 'export.json'), 'utf8')) as object
  expect(header).toMatchObject({ quireExport: 1, lines: { users: 1 } })
  const shown = await run('import', 'reading')
  expect(shown).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was changed') })
  const done = await run('import', 'reading', '--apply', '--json')
  expect(JSON.parse(done.out)).toMatchObject({ applied: true, books: 0, waiting: [] })
})

test('everything of one person is exported and imported', async () => {
  const own = await run('export', '--everything', '--user', 'ann', '--to', 'ann.zip')
  expect(own).toMatchObject({ code: 0, err: '' })
  expect(own.out).toContain('everything of ann to')
  const again = await run('import', 'ann.zip', '--reading', '--apply', '--json')
  expect(JSON.parse(again.out)).toMatchObject({ applied: true, waiting: [] })
})

test.each([
  { name: 'an export without a folder', args: ['export'], code: 64, text: '--to' },
  { name: 'an import without a folder', args: ['import'], code: 64, text: 'one folder' },
  { name: 'a folder without an export', args: ['import', '.'], code: 65, text: 'no export in' },
  {
    name: 'an export of a person who has no account',
    args: ['export', '--everything', '--user', 'bob', '--to', 'bob'],
    code: 1,
    text: 'no active user',
  },
  { name: 'a folder that exists', args: ['export', '--to', '.'], code: 1, text: 'already exists' },
])('refuses $name', async ({ args, code, text }) => {
  const refused = await run(...args)
  expect([refused.code, refused.err]).toEqual([code, expect.stringContaining(text)])
  expect(existsSync(join(folder, '.part'))).toBe(false)
})
