import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeCommit } from '../../.ci/commit'

function git(folder: string, ...words: string[]) {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org']
  const { exitCode, stdout } = Bun.spawnSync(['git', ...author, ...words], { cwd: folder })
  expect(exitCode).toBe(0)
  return stdout.toString().trim()
}

function makeRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'commit-'))
  git(folder, 'init', '--quiet')
  writeFileSync(join(folder, 'file'), 'one')
  git(folder, 'add', 'file')
  git(folder, 'commit', '--quiet', '--message', 'one')
  return { folder, commit: git(folder, 'rev-parse', '--short', 'HEAD') }
}

test.skipIf(!Bun.which('git'))('a build names the commit that is checked out', () => {
  const { folder, commit } = makeRepository()
  expect(describeCommit(folder)).toBe(commit)
})

test.skipIf(!Bun.which('git'))('a build is dirty when a file differs or is new', () => {
  const { folder, commit } = makeRepository()
  writeFileSync(join(folder, 'file'), 'two')
  expect(describeCommit(folder)).toBe(`${commit}-dirty`)
  git(folder, 'checkout', '--quiet', 'file')
  expect(describeCommit(folder)).toBe(commit)
  writeFileSync(join(folder, 'other'), '')
  expect(describeCommit(folder)).toBe(`${commit}-dirty`)
})

test('a build names no commit of a repository around the project, nor without one', () => {
  expect(describeCommit(mkdtempSync(join(tmpdir(), 'commit-')))).toBe('')
  if (!Bun.which('git')) return
  const { folder } = makeRepository()
  mkdirSync(join(folder, 'inner'))
  expect(describeCommit(join(folder, 'inner'))).toBe('')
})
