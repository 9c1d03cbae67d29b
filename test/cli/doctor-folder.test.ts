/** What `quire doctor` says of a data folder that is missing or cannot be written. */
import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, win32 } from 'node:path'
import { describeWriteError, listMissingFolders } from '../../src/cli/doctor/doctor-machine'
import { programCommand } from '../support/program'

const createError = (code: string, message: string) => Object.assign(new Error(message), { code })

test.each([
  ['ENOSPC', 'The disk of /data is full.', /^Free up space/],
  ['EDQUOT', 'The user that runs Quire has no space left on the disk of /data.', /quota/],
  ['EROFS', 'The file system of /data is read-only.', /^Mount it with write access/],
  ['ENOTDIR', '/data is not a folder.', /^Set data_dir to a folder/],
  ['EEXIST', '/data is not a folder.', /^Set data_dir to a folder/],
  ['EIO', 'The disk of /data is failing: permission denied', /^Check the disk/],
  ['EMFILE', '/data is not writable: permission denied', /^Fix the problem/],
  ['EPERM', '/data is not writable: permission denied', /write permission/],
  ['EACCES', '/data is not writable: permission denied', /write permission/],
])('D3: %s is described', (code, message, advice) => {
  const described = describeWriteError('/data', createError(code, 'permission denied'))
  expect(described).toEqual({ message, advice: expect.stringMatching(advice) })
})

test.each([
  ['/data/quire', posix.dirname, ['/', '/data'], ['/data/quire']],
  ['/data/quire', posix.dirname, ['/'], ['/data/quire', '/data']],
  ['/data', posix.dirname, ['/', '/data'], []],
  ['data/quire', posix.dirname, ['.'], ['data/quire', 'data']],
  ['Z:\\data\\quire', win32.dirname, ['Z:\\'], ['Z:\\data\\quire', 'Z:\\data']],
  // A drive that is missing, too.
  ['Z:\\data', win32.dirname, [], ['Z:\\data', 'Z:\\']],
])('of %p, the missing folders are known', (folder, getParent, existing, missing) => {
  const exists = (path: string) => existing.includes(path)
  expect(listMissingFolders(folder, { exists, getParent })).toEqual(missing)
})

interface Found {
  findings: { check: string; message: string; advice?: string }[]
}

async function runDoctor(folder: string, dataFolder: string) {
  const child = Bun.spawn([...programCommand, 'doctor', '--json', '--data-dir', dataFolder], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
    stdin: 'ignore',
    stderr: 'inherit',
  })
  const { findings } = (await new Response(child.stdout).json()) as Found
  return (check: string) => findings.find((one) => one.check === check)
}

const createFolder = () => mkdtempSync(join(tmpdir(), 'doctor-'))

test('of a folder that is missing, plugins are tried elsewhere', async () => {
  const folder = createFolder()
  const find = await runDoctor(folder, 'a/b')
  expect(find('data folder')?.message).toEndWith('a/b will be created on first start.')
  expect(find('plugins')?.message).not.toContain('cannot be started')
  expect(readdirSync(folder)).toEqual([])
}, 60_000)

test.each([
  ['link', /link is a link to a folder that does not exist\.$/],
  ['link/sub', /link is a link to a folder that does not exist\.$/],
  ['loop', /loop is a link to a folder that does not exist\.$/],
  ['file/sub', /file is not a folder\.$/],
])(
  'D3: %s is not created',
  async (path, message) => {
    const folder = createFolder()
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
    symlinkSync('loop', join(folder, 'loop'))
    writeFileSync(join(folder, 'file'), '')
    const find = await runDoctor(folder, path)
    expect(find('data folder')).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(message),
    })
  },
  60_000,
)
