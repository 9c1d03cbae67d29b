import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { measureFolderTree } from '../../../src/platform/lib/folder-size'

test('a folder that is gone has no files', async () => {
  const folder = join(tmpdir(), crypto.randomUUID())
  expect(await measureFolderTree(folder)).toEqual({ files: 0, bytes: 0, unreadable: 0 })
})

test('folders that come and go do not end the count', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'size-'))
  writeFileSync(join(folder, 'file'), 'xyz')
  for (let round = 0; round < 20; round++) {
    for (let index = 0; index < 50; index++) mkdirSync(join(folder, `folder-${index}`))
    const measured = measureFolderTree(folder)
    for (let index = 0; index < 50; index++) {
      rmSync(join(folder, `folder-${index}`), { recursive: true })
      if (index % 5 === 0) await Bun.sleep(0)
    }
    expect(await measured).toEqual({ files: 1, bytes: 3, unreadable: 0 })
  }
})

const lib = resolve(import.meta.dir, '../../../src/platform/lib')

/** Runs as another user, because root can read everything. */
const code = `
process.setgid?.(65534)
process.setuid?.(65534)
const { existsSync, mkdirSync, mkdtempSync, writeFileSync } = require('node:fs')
const { measureFolderTree } = await import(${JSON.stringify(join(lib, 'folder-size.ts'))})
const { removeFolder } = await import(${JSON.stringify(join(lib, 'remove-folder.ts'))})
const folder = mkdtempSync('/tmp/size-')
mkdirSync(folder + '/hidden', { mode: 0o300 })
writeFileSync(folder + '/hidden/file', 'xyz')
writeFileSync(folder + '/file', 'xyz')
const measured = await measureFolderTree(folder)
await removeFolder(folder)
console.log(JSON.stringify({ measured, isThere: existsSync(folder) }))
`

test.skipIf(process.getuid?.() !== 0)(
  'what cannot be read is told, and removed (root)',
  async () => {
    const child = Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe', cwd: '/tmp' })
    const text = await new Response(child.stdout).text()
    expect(JSON.parse(text)).toEqual({
      measured: { files: 1, bytes: 3, unreadable: 1 },
      isThere: false,
    })
  },
)
