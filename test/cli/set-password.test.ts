/** Runs the real program, because a test process has already loaded all modules. */
import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { programCommand } from '../support/program'

const folder = mkdtempSync(join(tmpdir(), 'quire-password-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(...words: string[]) {
  const started = Bun.spawn([...programCommand, ...words, '--data-dir', folder], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdin: new Blob(['a good password\n']),
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const [err, code] = await Promise.all([new Response(started.stderr).text(), started.exited])
  if (code !== 0) throw new Error(err)
}

function openDatabase() {
  const name = readdirSync(folder).find((file) => file.endsWith('.db'))
  if (!name || !existsSync(join(folder, name))) throw new Error('there is no database')
  return new Database(join(folder, name))
}

test('quire user set-password removes passkeys, too, unless they are kept (M10)', async () => {
  await run('migrate')
  await run('user', 'create', 'eve', 'eve@example.org')
  await run('user', 'create', 'kim', 'kim@example.org')
  const before = openDatabase()
  before.run(
    `insert into passkeys (id, user_id, name, credential_id, public_key, counter, transports, is_backed_up, created_at)
     select id, id, 'Phone', id, 'k', 0, '[]', 0, 0 from users`,
  )
  before.close()
  await run('user', 'set-password', 'eve')
  const after = openDatabase()
  const count = () => after.query('select count(*) as count from passkeys').get()
  expect(count()).toEqual({ count: 1 })
  await run('user', 'set-password', 'kim', '--keep-other-sign-ins')
  expect(count()).toEqual({ count: 1 })
  after.close()
}, 60_000)
