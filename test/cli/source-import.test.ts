/** `quire import` of a database of Komga, as separate programs on SQLite. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeKomga } from '../ingest/importing/databases/komga-database'
import { programCommand } from '../support/program'

// Allows more time, because each test starts programs.
setDefaultTimeout(60_000)

const folder = mkdtempSync(join(tmpdir(), 'source-import-cli-'))
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

beforeAll(async () => {
  expect(await run('migrate')).toMatchObject({ code: 0 })
  writeKomga(join(folder, 'komga', 'database.sqlite'), {
    people: [{ email: 'kim@example.org', password: `$2a$10$${'a'.repeat(21)}u${'a'.repeat(31)}` }],
    books: [{ id: 'B1', path: 'Ashfall/Ashfall 01.cbz', series: 'Ashfall' }],
    readings: [
      { book: 'B1', person: 'kim@example.org', completed: true, at: '2024-03-01T20:15:00Z' },
    ],
    keepsLog: true,
  })
  mkdirSync(join(folder, 'empty'))
  writeFileSync(join(folder, 'text.sqlite'), 'no database '.repeat(100))
})

test('a database is shown, imported, listed and taken back', async () => {
  const shown = await run('import', 'komga', '--map', '/comics=/srv/my media')
  expect(shown).toMatchObject({ code: 0, err: '' })
  expect(shown.out).toContain('From Komga (20260225161438): 1 person, 1 book.')
  expect(shown.out).toContain('kim: new account "kim", with the same password.')
  expect(shown.out).toContain('Finished: 1 waiting for the book.')
  expect(shown.out).toEndWith(
    "Nothing was changed. To import: quire import komga --map '/comics=/srv/my media' --apply\n",
  )
  expect((await run('import', 'list')).out).toContain('Nothing has been imported')
  const done = await run('import', 'komga/database.sqlite', '--kind', 'komga', '--apply', '--json')
  const { importId, applied } = JSON.parse(done.out) as { importId: string; applied: boolean }
  expect(applied).toBe(true)
  const listed = await run('import', 'list')
  expect(listed.out).toContain(importId)
  expect(await run('import', 'undo', importId)).toMatchObject({
    code: 0,
    out: 'The import was undone.\n',
  })
  expect(await run('import', 'undo', importId)).toMatchObject({ code: 65 })
  expect(readdirSync(join(folder, 'data', 'imports'))).toEqual([])
})

test.each([
  { name: 'a file that is no database', args: ['text.sqlite'], code: 65, text: 'damaged' },
  {
    name: 'a folder without a database',
    args: ['empty', '--kind', 'komga'],
    code: 65,
    text: 'Komga',
  },
  { name: 'nothing', args: ['none', '--kind', 'komga'], code: 65, text: 'was not found' },
  { name: 'an unknown kind', args: ['komga', '--kind', 'x'], code: 64, text: '--kind must be' },
  {
    name: 'half a mapping',
    args: ['komga', '--map', 'x'],
    code: 64,
    text: 'not a pair of folders',
  },
  { name: 'both ways', args: ['komga', '--preview', '--apply'], code: 64, text: 'not both' },
  { name: 'a person that is not there', args: ['komga', '--user', 'x=y'], code: 65, text: '"x"' },
  { name: 'an undo without an ID', args: ['undo'], code: 64, text: 'ID of one import' },
  { name: 'an undo of nothing', args: ['undo', Bun.randomUUIDv7()], code: 65, text: 'no import' },
])('refuses $name', async ({ args, code, text }) => {
  const refused = await run('import', ...args)
  expect([refused.code, refused.err]).toEqual([code, expect.stringContaining(text)])
})
