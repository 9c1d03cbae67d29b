import { expect, test } from 'bun:test'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePackedSite } from '../../../.ci/release/packed-site'
import { run } from '../../../.ci/release/run'

test('the documents are packed as a site, twice with equal bytes', async () => {
  const pack = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'packed-site-'))
    const name = await writePackedSite({
      version: '1.2.3',
      commit: 'c'.repeat(40),
      epoch: 1_700_000_000,
      madeFrom: 'HEAD',
      folder,
      compression: 'fast',
    })
    expect(name).toBe('quire-1.2.3-site.tar.gz')
    return join(folder, name)
  }
  const [first, second] = [await pack(), await pack()]
  expect(readFileSync(first).equals(readFileSync(second))).toBe(true)
  const names = run(['tar', '-tzf', first]).split('\n')
  expect(names).toContain('./index.html')
  expect(names).toContain('./docs/operating.html')
})
