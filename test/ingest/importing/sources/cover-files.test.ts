/** Pictures beside the database of another program. */
import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCoverFile, readCoverFile } from '../../../../src/ingest/importing/sources/cover-files'

const folder = mkdtempSync(join(tmpdir(), 'cover-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a file that was deleted or became a link since it was found is not read', () => {
  const outside = join(folder, 'outside.txt')
  writeFileSync(outside, 'secret')
  for (const name of ['one.png', 'two.png', 'three.png']) writeFileSync(join(folder, name), 'png')
  const [one, two, three] = ['one.png', 'two.png', 'three.png'].map((name) =>
    findCoverFile([folder], name)!,
  )
  rmSync(two!)
  rmSync(three!)
  symlinkSync(outside, three!)
  expect(new TextDecoder().decode(readCoverFile(one!))).toBe('png')
  expect([readCoverFile(two!), readCoverFile(three!)]).toEqual([undefined, undefined])
})
