import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Comparison } from '../../../src/ingest/scanning/match/compare-files'
import { isDiskRecognized } from '../../../src/ingest/scanning/walk/root-availability'
import {
  findMissingFiles,
  hasOnlyOtherSpelling,
} from '../../../src/ingest/scanning/walk/find-missing'
import type { FileBatch } from '../../../src/ingest/scanning/walk/tree-walker'
import { findGrowingFiles, walk, type WalkSummary } from '../../../src/ingest/scanning/walk/walk'
import { makeFolder, writeFiles } from './scan-server'

const buildOrder = (root: string, more = {}) => ({ root, formats: null, excluded: [], ...more })

function walkFolder(root: string, more = {}): { paths: string[]; end: WalkSummary } {
  const paths: string[] = []
  const deliver = (batch: FileBatch) => void paths.push(...batch.paths.split('\0'))
  const result = walk(buildOrder(root, more), deliver)
  if ('problem' in result) throw new Error(result.problem)
  return { paths, end: result.summary }
}

const buildKnown = (path: string, n: number) => ({
  n,
  path,
  size: 1,
  modifiedAtMs: 1,
  attempts: 0,
  unread: false,
  missing: false,
})

describe('the walk', () => {
  test('finds books of every format, in any case of the extension, sorted, and nothing else', () => {
    const root = makeFolder()
    writeFiles(root, {
      'b/2.CBZ': 'x',
      'b/1.cbr': 'x',
      'a.epub': 'x',
      'b/c/3.Pdf': 'x',
      'b/4.cb7': 'x',
      'cover.jpg': 'x',
      'ComicInfo.xml': 'x',
      cbz: 'x',
    })
    expect(walkFolder(root).paths).toEqual(['a.epub', 'b/1.cbr', 'b/2.CBZ', 'b/4.cb7', 'b/c/3.Pdf'])
  })

  test('skips junk, partial downloads and marked folders', () => {
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
    writeFiles(root, Object.fromEntries([...junk, 'real.cbz'].map((path) => [path, 'x'])))
    expect(walkFolder(root).paths).toEqual(['real.cbz'])
  })

  test('finds only formats of the library and nothing excluded', () => {
    const root = makeFolder()
    writeFiles(root, {
      'a/1.cbz': 'x',
      'a/1.zip': 'x',
      'a/1.pdf': 'x',
      'Drafts/2.cbz': 'x',
      'b/Old 1.cbz': 'x',
    })
    expect(walkFolder(root, { formats: ['cbz'] }).paths).toEqual([
      'Drafts/2.cbz',
      'a/1.cbz',
      'a/1.zip',
      'b/Old 1.cbz',
    ])
    const excluded = ['drafts', 'old*', 'a/*.zip']
    expect(walkFolder(root, { excluded }).paths).toEqual(['a/1.cbz', 'a/1.pdf'])
  })

  test('follows no links to folders, neither circular nor out of the root', () => {
    const [root, outside] = [makeFolder(), makeFolder()]
    writeFiles(root, { 'a/1.cbz': 'x' })
    writeFiles(outside, { 'secret.cbz': 'x', 'books/2.cbz': 'x' })
    symlinkSync(root, join(root, 'a', 'loop'))
    symlinkSync('self', join(root, 'self'))
    symlinkSync('self', join(root, 'self.cbz'))
    symlinkSync(join(outside, 'books'), join(root, 'books'))
    symlinkSync(join(outside, 'secret.cbz'), join(root, 'secret.cbz'))
    symlinkSync(join(root, 'a', '1.cbz'), join(root, 'inside.cbz'))
    symlinkSync('/nowhere', join(root, 'dead.cbz'))
    const { paths, end } = walkFolder(root)
    expect(paths).toEqual(['inside.cbz', 'a/1.cbz'])
    expect(end.linksSkipped).toBe(3)
  })

  test('accepts names with line breaks and of maximum length', () => {
    const root = makeFolder()
    const names = [
      'new\nline.cbz',
      `${'ü'.repeat(125)}.cbz`,
      `${'x'.repeat(251)}.cbz`,
      '日本 [v1].cbz',
    ]
    writeFiles(root, Object.fromEntries(names.map((name) => [`S\t"'\\/${name}`, 'x'])))
    expect(walkFolder(root).paths.toSorted()).toEqual(
      names.map((name) => `S\t"'\\/${name}`).toSorted(),
    )
  })

  test('counts names that are not valid text and paths that are too long, and continues', () => {
    const root = makeFolder()
    writeFiles(root, { 'good.cbz': 'x' })
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.cbz')]),
      'x',
    )
    mkdirSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xc3, 0x28])]))
    const deep = Array.from({ length: 12 }, () => 'd'.repeat(210)).join('/')
    writeFiles(root, { [`${deep}/1.cbz`]: 'x' })
    const { paths, end } = walkFolder(root)
    expect(paths).toEqual(['good.cbz'])
    expect(end.badNames).toBe(3)
    expect(end.badName).toMatch(/\ufffd|d\/1\.cbz$/)
    expect(end.unreadable).toEqual([])
  })

  test('ignores pipes and reports two hard links as one file', () => {
    const root = makeFolder()
    writeFiles(root, { '1.cbz': 'x' })
    linkSync(join(root, '1.cbz'), join(root, '2.cbz'))
    spawnSync('mkfifo', [join(root, 'pipe.cbz')])
    expect(walkFolder(root).paths).toEqual(['1.cbz', '2.cbz'])
  })

  test('reports an unreadable folder and finds all others', () => {
    const root = makeFolder()
    writeFiles(root, { 'a/1.cbz': 'x', 'closed/2.cbz': 'x', 'z/3.cbz': 'x' })
    chmodSync(root, 0o755)
    chmodSync(join(root, 'closed'), 0)
    const { paths, unreadable } = walkAsNobody(root)
    expect(paths).toEqual(['a/1.cbz', 'z/3.cbz'])
    expect(unreadable).toEqual(['closed'])
  })

  test('distinguishes a missing root from one that is not a folder', () => {
    const root = makeFolder()
    writeFiles(root, { file: 'x' })
    expect(walk(buildOrder(join(root, 'none')), () => undefined)).toEqual({ problem: 'absent' })
    expect(walk(buildOrder(join(root, 'file')), () => undefined)).toEqual({
      problem: 'not_a_folder',
    })
  })
})

/** The superuser can read everything, so another user runs the walk. */
function walkAsNobody(root: string): { paths: string[]; unreadable: string[] } {
  const script = `
    import { walk } from ${JSON.stringify(join(import.meta.dir, '../../../src/ingest/scanning/walk/walk.ts'))}
    const paths = []
    const order = { root: ${JSON.stringify(root)}, formats: null, excluded: [] }
    const { summary } = walk(order, (batch) => paths.push(...batch.paths.split('\\0')))
    console.log(JSON.stringify({ paths, unreadable: summary.unreadable }))`
  const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : []
  const [command = '', ...args] = [...asNobody, process.execPath, '-e', script]
  // Gives the other user access to the parent folders, which belong to root.
  for (let folder = root; folder !== '/' && asNobody.length > 0; folder = join(folder, '..')) {
    if (folder.startsWith('/tmp/')) chmodSync(folder, 0o755)
  }
  const { stdout, stderr } = spawnSync(command, args, { env: { ...process.env, HOME: root } })
  if (stdout.length === 0) throw new Error(stderr.toString())
  return JSON.parse(stdout.toString())
}

describe('followed links', () => {
  const follow = { followLinks: true, libraryFolders: [] }

  test('report where they lead', () => {
    const [root, outside] = [makeFolder(), makeFolder()]
    writeFiles(root, { 'A/1.cbz': 'x' })
    writeFiles(outside, { 'Big/2.cbz': 'x', '3.cbz': 'x' })
    symlinkSync(join(outside, 'Big'), join(root, 'Big'))
    symlinkSync(join(outside, '3.cbz'), join(root, 'A/3.cbz'))
    symlinkSync(join(root, 'A/1.cbz'), join(root, 'A/4.cbz'))
    const { end } = walkFolder(root, follow)
    expect([...end.linkTargets].toSorted()).toEqual([join(outside, '3.cbz'), join(outside, 'Big')])
    expect(walkFolder(root).end.linkTargets).toEqual([])
  })

  test('read a bounded number of entries, and nothing beyond is missing', () => {
    const [root, outside] = [makeFolder(), makeFolder()]
    const names = Array.from({ length: 60 }, (_, index) => `${index}/a.cbz`)
    writeFiles(outside, Object.fromEntries(names.map((name) => [name, 'x'])))
    writeFiles(root, Object.fromEntries(names.map((name) => [`own/${name}`, 'x'])))
    symlinkSync(outside, join(root, 'Big'))
    const whole = walkFolder(root, { ...follow, maxBehindLinks: 120 })
    expect([whole.paths.length, whole.end.tooMuchUnreadable]).toEqual([120, false])
    const cut = walkFolder(root, { ...follow, maxBehindLinks: 59 })
    expect(cut.end.tooMuchUnreadable).toBe(true)
    expect(cut.paths.filter((path) => path.startsWith('own/'))).toHaveLength(60)
    // Large trees are walked in parts, which begin behind the link.
    const parts = walkFolder(root, { ...follow, maxBehindLinks: 61 })
    expect(parts.end.tooMuchUnreadable).toBe(false)
    const none = walkFolder(root, { ...follow, maxBehindLinks: 0 })
    expect(none.paths.some((path) => path.startsWith('Big/'))).toBe(false)
  })
})

describe('missing files', () => {
  test('exclude everything below an unreadable folder', async () => {
    const comparison = new Comparison({ isDeep: false })
    comparison.addKnown(['a/1.cbz', 'ab/2.cbz', 'a/b/3.cbz', 'c.cbz', 'd.cbz'].map(buildKnown))
    const { missing, knownPresent } = comparison.countKnown(['a', 'c.cbz'])
    expect(missing.map(({ path }) => path)).toEqual(['ab/2.cbz', 'd.cbz'])
    expect(knownPresent).toBe(5)
    expect(comparison.countKnown(['']).missing).toEqual([])
  })

  test('are checked again, and ignored when the root changed', () => {
    const root = join(makeFolder(), 'root')
    writeFiles(root, { 'there.cbz': 'x', 'out/3.cbz': 'x' })
    const { device } = walkFolder(root).end
    const order = buildOrder(root, { excluded: ['out'] })
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

  test('are different from growing files', () => {
    const root = makeFolder()
    writeFiles(root, { '1.cbz': 'x', '2.cbz': 'x' }, new Date(5000))
    const files = [
      { path: '1.cbz', size: 1, modifiedAtMs: 5000 },
      { path: '2.cbz', size: 0, modifiedAtMs: 5000 },
      { path: 'gone.cbz', size: 1, modifiedAtMs: 5000 },
    ]
    expect(findGrowingFiles(root, files, 1)).toEqual(['2.cbz', 'gone.cbz'])
  })
})

test('a disk is adopted only when a known file was found on it', () => {
  const observation = {
    problem: undefined,
    summary: undefined,
    filesFound: 3,
    hidden: 0,
    knownDevice: '1',
  }
  expect(isDiskRecognized({ ...observation, knownPresent: 5, missing: 0 }, 0)).toBe(false)
  expect(isDiskRecognized({ ...observation, knownPresent: 5, missing: 0 }, 5)).toBe(true)
  expect(isDiskRecognized({ ...observation, knownPresent: 5, missing: 5 }, 0)).toBe(true)
  expect(isDiskRecognized({ ...observation, knownPresent: 0, missing: 0 }, 0)).toBe(true)
})

test('a name is another spelling only when it is missing and the other one exists', () => {
  expect(hasOnlyOtherSpelling('a.cbz', ['A.cbz'])).toBe(true)
  expect(hasOnlyOtherSpelling('\u00e9.cbz', ['e\u0301.cbz'])).toBe(true)
  expect(hasOnlyOtherSpelling('a.cbz', ['a.cbz', 'A.cbz'])).toBe(false)
  expect(hasOnlyOtherSpelling('a.cbz', [])).toBe(false)
})
