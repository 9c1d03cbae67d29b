import { describe, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSource } from '../../../.ci/release/source'

function runGit(folder: string, ...args: string[]) {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org']
  const { exitCode, stdout } = Bun.spawnSync(['git', ...author, ...args], { cwd: folder })
  expect(exitCode).toBe(0)
  return stdout.toString().trim()
}

function makeRepository(version = '0.2.0') {
  const folder = mkdtempSync(join(tmpdir(), 'release-source-'))
  runGit(folder, 'init', '--quiet')
  const change = (text: string) => {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, text }))
    runGit(folder, 'add', '.')
    runGit(folder, 'commit', '--quiet', '--message', text)
    return runGit(folder, 'rev-parse', 'HEAD')
  }
  return { folder, change, commit: change('one') }
}

describe.skipIf(!Bun.which('git'))('a release is made from', () => {
  test('HEAD, if the version has no tag', async () => {
    const { folder, commit } = makeRepository()
    const source = await findSource(folder, '0.2.0')
    expect(source).toEqual({ commit, madeFrom: 'HEAD', isTagged: false, epoch: expect.any(Number) })
    expect(source.epoch).toBe(Number(runGit(folder, 'log', '-1', '--format=%ct')))
  })

  test('the tag, if it is checked out', async () => {
    const { folder, commit } = makeRepository()
    runGit(folder, 'tag', '-m', 'release', 'v0.2.0')
    expect(await findSource(folder, '0.2.0')).toMatchObject({
      commit,
      madeFrom: 'tag v0.2.0',
      isTagged: true,
    })
  })

  test('no other commit than that of the tag', async () => {
    const { folder, change } = makeRepository()
    runGit(folder, 'tag', 'v0.2.0')
    change('two')
    await expect(findSource(folder, '0.2.0')).rejects.toThrow('Check out v0.2.0')
  })

  test('no tree with changed or new files', async () => {
    const { folder } = makeRepository()
    writeFileSync(join(folder, 'new'), '')
    await expect(findSource(folder, '0.2.0')).rejects.toThrow(/differs from the commit.*\n\?\? new/)
    runGit(folder, 'add', '.')
    await expect(findSource(folder, '0.2.0')).rejects.toThrow('differs from the commit')
  })

  test('no tree of another version', async () => {
    const { folder } = makeRepository('0.1.0')
    await expect(findSource(folder, '0.2.0')).rejects.toThrow('package.json says 0.1.0')
    for (const wrong of ['', 'v0.1.0', '0.1', '0.1.0 ', '../0.1.0']) {
      await expect(findSource(folder, wrong)).rejects.toThrow('is not a version')
    }
  })
})
