import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Comparison } from '../../../src/ingest/scanning/match/comparison'
import { isDiskRecognized } from '../../../src/ingest/scanning/walk/root-state'
import {
  findMissingFiles,
  hasOnlyOtherSpelling,
} from '../../../src/ingest/scanning/walk/find-missing'
import {
  type FileBatch,
  findGrowingFiles,
  walk,
  type WalkSummary,
} from '../../../src/ingest/scanning/walk/walk'
import { makeFolder, put } from './support'

const orderOf = (root: string, more = {}) => ({ root, formats: null, excluded: [], ...more })

function walked(root: string, more = {}): { paths: string[]; end: WalkSummary } {
  const paths: string[] = []
  const deliver = (batch: FileBatch) => void paths.push(...batch.paths.split('\0'))
  const result = walk(orderOf(root, more), deliver)
  if ('problem' in result) throw new Error(result.problem)
  return { paths, end: result.summary }
}

const known = (path: string, n: number) => ({
  n,
  path,
  size: 1,
  modifiedAtMs: 1,
  attempts: 0,
  unread: false,
  missing: false,
})

describe('the walk', () => {
  test('finds books of every format in whatever case, in order, and nothing else', () => {
    const root = makeFolder()
    put(root, {
      'b/2.CBZ': 'x',
      'b/1.cbr': 'x',
      'a.epub': 'x',
      'b/c/3.Pdf': 'x',
      'b/4.cb7': 'x',
      'cover.jpg': 'x',
      'ComicInfo.xml': 'x',
      cbz: 'x',
    })
    expect(walked(root).paths).toEqual(['a.epub', 'b/1.cbr', 'b/2.CBZ', 'b/4.cb7', 'b/c/3.Pdf'])
  })

  test('passes over junk, half copied files and folders that are marked', () => {
    const root = makeFolder()
    const junk = [
      '.hidden.cbz',
      '._1.cbz',
      '~$1.epub',
      '1.cbz.part',
      '1.cbz.tmp',
      '1.cbz.crdownload',
      '.Trash-1000/1.cbz',
      '@eaDir/1.cbz',
      '__MACOSX/1.cbz',
      '#recycle/1.cbz',
      '@Recently-Snapshot/1.cbz',
      'marked/.nomedia',
      'marked/1.cbz',
      'also/.ignore',
      'also/below/1.cbz',
    ]
    put(root, Object.fromEntries([...junk, 'real.cbz'].map((path) => [path, 'x'])))
    expect(walked(root).paths).toEqual(['real.cbz'])
  })

  test('takes only the formats of the library, and nothing that is excluded', () => {
    const root = makeFolder()
    put(root, {
      'a/1.cbz': 'x',
      'a/1.zip': 'x',
      'a/1.pdf': 'x',
      'Drafts/2.cbz': 'x',
      'b/Old 1.cbz': 'x',
    })
    expect(walked(root, { formats: ['cbz'] }).paths).toEqual([
      'Drafts/2.cbz',
      'a/1.cbz',
      'a/1.zip',
      'b/Old 1.cbz',
    ])
    const excluded = ['drafts', 'old*', 'a/*.zip']
    expect(walked(root, { excluded }).paths).toEqual(['a/1.cbz', 'a/1.pdf'])
  })

  test('follows no link to a folder, neither in a circle nor out of the root', () => {
    const [root, outside] = [makeFolder(), makeFolder()]
    put(root, { 'a/1.cbz': 'x' })
    put(outside, { 'secret.cbz': 'x', 'books/2.cbz': 'x' })
    symlinkSync(root, join(root, 'a', 'loop'))
    symlinkSync('self', join(root, 'self'))
    symlinkSync('self', join(root, 'self.cbz'))
    symlinkSync(join(outside, 'books'), join(root, 'books'))
    symlinkSync(join(outside, 'secret.cbz'), join(root, 'secret.cbz'))
    symlinkSync(join(root, 'a', '1.cbz'), join(root, 'inside.cbz'))
    symlinkSync('/nowhere', join(root, 'dead.cbz'))
    const { paths, end } = walked(root)
    expect(paths).toEqual(['inside.cbz', 'a/1.cbz'])
    expect(end.linksSkipped).toBe(3)
  })

  test('takes names with line breaks, and names of the greatest length', () => {
    const root = makeFolder()
    const names = [
      'new\nline.cbz',
      `${'ü'.repeat(125)}.cbz`,
      `${'x'.repeat(251)}.cbz`,
      '日本 [v1].cbz',
    ]
    put(root, Object.fromEntries(names.map((name) => [`S\t"'\\/${name}`, 'x'])))
    expect(walked(root).paths.toSorted()).toEqual(names.map((name) => `S\t"'\\/${name}`).toSorted())
  })

  test('counts names that are no text and paths that are too long, and goes on', () => {
    const root = makeFolder()
    put(root, { 'good.cbz': 'x' })
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.cbz')]),
      'x',
    )
    mkdirSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xc3, 0x28])]))
    const deep = Array.from({ length: 12 }, () => 'd'.repeat(210)).join('/')
    put(root, { [`${deep}/1.cbz`]: 'x' })
    const { paths, end } = walked(root)
    expect(paths).toEqual(['good.cbz'])
    expect(end.badNames).toBe(3)
    expect(end.badName).toMatch(/\ufffd|d\/1\.cbz$/)
    expect(end.unreadable).toEqual([])
  })

  test('takes no pipe for a book, and each of two hard links for one', () => {
    const root = makeFolder()
    put(root, { '1.cbz': 'x' })
    linkSync(join(root, '1.cbz'), join(root, '2.cbz'))
    spawnSync('mkfifo', [join(root, 'pipe.cbz')])
    expect(walked(root).paths).toEqual(['1.cbz', '2.cbz'])
  })

  test('names a folder that it may not read, and finds all others', () => {
    const root = makeFolder()
    put(root, { 'a/1.cbz': 'x', 'closed/2.cbz': 'x', 'z/3.cbz': 'x' })
    chmodSync(root, 0o755)
    chmodSync(join(root, 'closed'), 0)
    const { paths, unreadable } = walkAsNobody(root)
    expect(paths).toEqual(['a/1.cbz', 'z/3.cbz'])
    expect(unreadable).toEqual(['closed'])
  })

  test('tells a root that is absent from one that is no folder', () => {
    const root = makeFolder()
    put(root, { file: 'x' })
    expect(walk(orderOf(join(root, 'none')), () => undefined)).toEqual({ problem: 'absent' })
    expect(walk(orderOf(join(root, 'file')), () => undefined)).toEqual({ problem: 'not_a_folder' })
  })
})

/** The superuser may read everything, so somebody else has to look. */
function walkAsNobody(root: string): { paths: string[]; unreadable: string[] } {
  const script = `
    import { walk } from ${JSON.stringify(join(import.meta.dir, '../../../src/ingest/scanning/walk/walk.ts'))}
    const paths = []
    const order = { root: ${JSON.stringify(root)}, formats: null, excluded: [] }
    const { summary } = walk(order, (batch) => paths.push(...batch.paths.split('\\0')))
    console.log(JSON.stringify({ paths, unreadable: summary.unreadable }))`
  const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : []
  const [command = '', ...args] = [...asNobody, process.execPath, '-e', script]
  // The folders above belong to the superuser alone.
  for (let folder = root; folder !== '/' && asNobody.length > 0; folder = join(folder, '..')) {
    if (folder.startsWith('/tmp/')) chmodSync(folder, 0o755)
  }
  const { stdout, stderr } = spawnSync(command, args, { env: { ...process.env, HOME: root } })
  if (stdout.length === 0) throw new Error(stderr.toString())
  return JSON.parse(stdout.toString())
}

describe('what is missing', () => {
  test('is never what lies below something unreadable', async () => {
    const comparison = new Comparison({ isDeep: false })
    comparison.addKnown(['a/1.cbz', 'ab/2.cbz', 'a/b/3.cbz', 'c.cbz', 'd.cbz'].map(known))
    const { missing, knownPresent } = await comparison.countKnown(['a', 'c.cbz'])
    expect(missing.map(({ path }) => path)).toEqual(['ab/2.cbz', 'd.cbz'])
    expect(knownPresent).toBe(5)
    expect((await comparison.countKnown([''])).missing).toEqual([])
  })

  test('is looked for once more, and is not missing when its root is not whole', () => {
    const root = join(makeFolder(), 'root')
    put(root, { 'there.cbz': 'x', 'out/3.cbz': 'x' })
    const { device } = walked(root).end
    const order = orderOf(root, { excluded: ['out'] })
    const paths = ['there.cbz', 'gone.cbz', 'no/folder.cbz', 'out/3.cbz']
    expect(findMissingFiles(order, device, paths)).toEqual([
      'gone.cbz',
      'no/folder.cbz',
      'out/3.cbz',
    ])
    expect(findMissingFiles(order, 'another disk', paths)).toEqual([])
    renameSync(root, `${root}-away`)
    expect(findMissingFiles(order, device, paths)).toEqual([])
  })

  test('is unlike what grows', () => {
    const root = makeFolder()
    put(root, { '1.cbz': 'x', '2.cbz': 'x' }, new Date(5000))
    const files = [
      { path: '1.cbz', size: 1, modifiedAtMs: 5000 },
      { path: '2.cbz', size: 0, modifiedAtMs: 5000 },
      { path: 'gone.cbz', size: 1, modifiedAtMs: 5000 },
    ]
    expect(findGrowingFiles(root, files, 1)).toEqual(['2.cbz', 'gone.cbz'])
  })
})

test('a disk is adopted only when something on it was recognized', () => {
  const sight = {
    problem: undefined,
    summary: undefined,
    filesFound: 3,
    hidden: 0,
    knownDevice: '1',
  }
  expect(isDiskRecognized({ ...sight, knownPresent: 5, missing: 0 }, 0)).toBe(false)
  expect(isDiskRecognized({ ...sight, knownPresent: 5, missing: 0 }, 5)).toBe(true)
  expect(isDiskRecognized({ ...sight, knownPresent: 5, missing: 5 }, 0)).toBe(true)
  expect(isDiskRecognized({ ...sight, knownPresent: 0, missing: 0 }, 0)).toBe(true)
})

test('a name is another spelling only when it is not there and the other one is', () => {
  expect(hasOnlyOtherSpelling('a.cbz', ['A.cbz'])).toBe(true)
  expect(hasOnlyOtherSpelling('\u00e9.cbz', ['e\u0301.cbz'])).toBe(true)
  expect(hasOnlyOtherSpelling('a.cbz', ['a.cbz', 'A.cbz'])).toBe(false)
  expect(hasOnlyOtherSpelling('a.cbz', [])).toBe(false)
})
