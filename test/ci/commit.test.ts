import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeCommit } from '../../.ci/commit'

function runGit(folder: string, ...args: string[]) {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org']
  const { exitCode, stdout } = Bun.spawnSync(['git', ...author, ...args], { cwd: folder })
  expect(exitCode).toBe(0)
  return stdout.toString().trim()
}

function makeRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'commit-'))
  runGit(folder, 'init', '--quiet')
  writeFileSync(join(folder, 'file'), 'one')
  runGit(folder, 'add', 'file')
  runGit(folder, 'commit', '--quiet', '--message', 'one')
  return { folder, commit: runGit(folder, 'rev-parse', '--short=10', 'HEAD') }
}

test.skipIf(!Bun.which('git'))('a build names the checked out commit', () => {
  const { folder, commit } = makeRepository()
  expect(describeCommit(folder)).toBe(commit)
})

test.skipIf(!Bun.which('git'))('a build is dirty when a file is changed or new', () => {
  const { folder, commit } = makeRepository()
  writeFileSync(join(folder, 'file'), 'two')
  expect(describeCommit(folder)).toBe(`${commit}-dirty`)
  runGit(folder, 'checkout', '--quiet', 'file')
  expect(describeCommit(folder)).toBe(commit)
  writeFileSync(join(folder, 'other'), '')
  expect(describeCommit(folder)).toBe(`${commit}-dirty`)
})

test('a build outside its own repository names no commit', () => {
  expect(describeCommit(mkdtempSync(join(tmpdir(), 'commit-')))).toBe('')
  if (!Bun.which('git')) return
  const { folder } = makeRepository()
  mkdirSync(join(folder, 'inner'))
  expect(describeCommit(join(folder, 'inner'))).toBe('')
})
